/** Clients that write to whichever node takes their requests, and look at once whether what was acknowledged is there. */
import assert from "node:assert/strict";
import { createKey, signIn } from "../bench/client.ts";

/** What a client was answered. */
interface Acknowledged {
  readonly title: string;
  readonly id: string;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** The longest time, in milliseconds, in which nobody was answered. */
  readonly longestGap: number;
  /** Resolves when so many more were acknowledged. */
  more(count: number): Promise<void>;
  /** Ends the clients, and compares all todos with what was acknowledged: none is missing, none is there twice. */
  judge(): Promise<void>;
}

/** Milliseconds after which a client gives an attempt up, and tries the next node. */
const patience = 1500;

/** Begins with so many clients, each one request at a time. */
export async function startLoad(urls: readonly string[], ownerUrl: string, clients: number): Promise<Load> {
  const session = await signIn(ownerUrl);
  const key = await createKey(ownerUrl, session.token, session.workspaces[0]?.id ?? "");
  const acknowledged: Acknowledged[] = [];
  const faults: string[] = [];
  const over = new AbortController();
  let lastAt = performance.now();
  let longestGap = 0;

  /** The answer of the first node that gives one; the same request again and again. */
  async function ask(at: number, path: string, init: RequestInit = {}): Promise<Response> {
    for (let attempt = at; ; attempt += 1) {
      const url = `${urls[attempt % urls.length]}${path}`;
      const headers = { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string> | undefined) };
      try {
        const response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(patience) });
        if (response.status < 500) return response;
        await response.arrayBuffer();
      } catch {
        // It is down, or gave no answer in time.
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async function client(number: number): Promise<void> {
    for (let n = 0; !over.signal.aborted; n += 1) {
      const title = `client ${number} todo ${n}`;
      const headers = { "content-type": "application/json", "idempotency-key": `${session.token.slice(-8)}-${title}` };
      const body = JSON.stringify({ title });
      const response = await ask(number + n, "/api/v1/todos", { method: "POST", headers, body });
      const answer = (await response.json()) as { id: string };
      if (!response.ok) return void faults.push(`${title}: ${response.status} ${JSON.stringify(answer)}`);
      acknowledged.push({ title, id: answer.id });
      const now = performance.now();
      longestGap = Math.max(longestGap, now - lastAt);
      lastAt = now;
      const seen = await ask(number + n, `/api/v1/todos/${answer.id}`);
      await seen.arrayBuffer();
      if (seen.status !== 200) faults.push(`${title} was acknowledged, and a read answered ${seen.status}`);
    }
  }

  const running = Array.from({ length: clients }, (_, number) => client(number));

  async function everyTodo(): Promise<Map<string, string[]>> {
    const byTitle = new Map<string, string[]>();
    for (let cursor = ""; ;) {
      const response = await ask(
        0,
        `/api/v1/todos?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const page = (await response.json()) as { data: Acknowledged[]; nextCursor: string | null };
      for (const { title, id } of page.data) byTitle.set(title, [...(byTitle.get(title) ?? []), id]);
      if (page.nextCursor === null) return byTitle;
      cursor = page.nextCursor;
    }
  }

  return {
    acknowledged,
    get longestGap() {
      return longestGap;
    },
    async more(count) {
      const wanted = acknowledged.length + count;
      while (acknowledged.length < wanted && faults.length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
    },
    async judge() {
      over.abort();
      await Promise.all(running);
      assert.deepEqual(faults, []);
      const todos = await everyTodo();
      const lost = acknowledged.filter(({ title, id }) => todos.get(title)?.includes(id) !== true);
      const doubled = [...todos].filter(([title, ids]) => title.startsWith("client ") && ids.length > 1);
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
    },
  };
}
