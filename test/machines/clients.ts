/** Clients that write to whichever node takes their requests, and look at once whether what was acknowledged is there. */
import assert from "node:assert/strict";
import { createKey, createWorkspace, signIn } from "../bench/client.ts";
import { losesPatience } from "../helpers/settle.ts";

/** What a client was answered. */
interface Acknowledged {
  readonly title: string;
  readonly id: string;
}

/** A todo that one client changes over and over. */
interface Register {
  readonly id: string;
  /** Of its workspace. */
  readonly key: string;
  change: number;
}

export interface Load {
  /** How many writes were acknowledged. */
  readonly writes: number;
  /** The longest time, in milliseconds, in which nobody was answered. */
  readonly longestGap: number;
  /** Whether something was not as it must be: then the clients have ended, and `judge` says what it was. */
  readonly hasFaults: boolean;
  /** Resolves when so many more were acknowledged, or something was not as it must be. Rejects when that is in vain. */
  more(count: number): Promise<void>;
  /** Ends the clients, and compares all todos with what was acknowledged: more than so many, none is missing, none is there twice. */
  judge(least?: number): Promise<void>;
}

/** Milliseconds after which a client gives an attempt up, and tries the next node. */
const patience = 3000;

/** Milliseconds after which a request that nobody answers is a fault. */
const maxWait = 300_000;

/** Of so many writes of a client one changes its register, the others make todos. */
const changeEvery = 4;

/** Begins with so many clients, each one request at a time; they share so many workspaces. A read goes to another node than its write. */
export async function startLoad(
  urls: readonly string[],
  ownerUrl: string,
  clients: number,
  workspaces = 1,
): Promise<Load> {
  const session = await signIn(ownerUrl);
  const ids = [session.workspaces[0]?.id ?? ""];
  while (ids.length < workspaces) ids.push(await createWorkspace(ownerUrl, session.token, `Workspace ${ids.length}`));
  const keys = await Promise.all(ids.map((id) => createKey(ownerUrl, session.token, id)));
  const acknowledged: Acknowledged[] = [];
  const faults: string[] = [];
  const over = new AbortController();
  const prefix = session.token.slice(-8);
  const answers = { writes: 0, lastAt: performance.now(), longestGap: 0 };

  /** The answer of the first node that gives one; the same request again and again. */
  async function ask(key: string, at: number, path: string, init: RequestInit = {}): Promise<Response> {
    const end = performance.now() + maxWait;
    for (let attempt = at; performance.now() < end; attempt += 1) {
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
    throw new Error(`${path} was not answered by any node`);
  }

  function fault(text: string): void {
    faults.push(text);
    over.abort();
  }

  /** Sends a write until it is answered; null, and a fault, when it is refused. */
  async function write(
    key: string,
    at: number,
    method: string,
    path: string,
    body: unknown,
  ): Promise<{ id: string } | null> {
    const headers = {
      "content-type": "application/json",
      "idempotency-key": `${prefix} ${method} ${JSON.stringify(body)} ${at}`,
    };
    const response = await ask(key, at, path, { method, headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { id: string };
    if (!response.ok) {
      fault(`${method} ${path} ${JSON.stringify(body)} answered ${response.status} ${JSON.stringify(answer)}`);
      return null;
    }
    answers.writes += 1;
    const now = performance.now();
    answers.longestGap = Math.max(answers.longestGap, now - answers.lastAt);
    answers.lastAt = now;
    return answer;
  }

  async function create(key: string, at: number, title: string): Promise<void> {
    const made = await write(key, at, "POST", "/api/v1/todos", { title });
    if (made === null) return;
    acknowledged.push({ title, id: made.id });
    const seen = await ask(key, at + 1, `/api/v1/todos/${made.id}`);
    await seen.arrayBuffer();
    if (seen.status !== 200) fault(`${title} was acknowledged, and a read answered ${seen.status}`);
  }

  async function change(at: number, register: Register): Promise<void> {
    const content = `change ${register.change + 1}`;
    if ((await write(register.key, at, "PATCH", `/api/v1/todos/${register.id}`, { content })) === null) return;
    register.change += 1;
    await expectChange(at, register);
  }

  async function expectChange(at: number, { id, key, change }: Register): Promise<void> {
    const seen = (await (await ask(key, at + 1, `/api/v1/todos/${id}`)).json()) as { content?: string };
    if (seen.content !== `change ${change}`)
      fault(`change ${change} of ${id} was acknowledged, and a read answered ${JSON.stringify(seen.content)}`);
  }

  async function client(number: number): Promise<void> {
    const key = keys[number % keys.length] as string;
    const made = await write(key, number, "POST", "/api/v1/todos", {
      title: `register ${number}`,
      content: "change 0",
    });
    if (made === null) return;
    const register: Register = { id: made.id, key, change: 0 };
    for (let n = 1; !over.signal.aborted; n += 1) {
      const at = number + n;
      if (n % changeEvery === 0) await change(at, register);
      else await create(key, at, `client ${number} todo ${n}`);
    }
    await expectChange(number, register);
  }

  const running = Array.from({ length: clients }, (_, number) =>
    client(number).catch((error: unknown) => fault(String(error))),
  );

  async function collect(key: string, byTitle: Map<string, string[]>): Promise<void> {
    for (let cursor = ""; ;) {
      const response = await ask(
        key,
        0,
        `/api/v1/todos?limit=100${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      const page = (await response.json()) as { data: Acknowledged[]; nextCursor: string | null };
      for (const { title, id } of page.data) byTitle.set(title, [...(byTitle.get(title) ?? []), id]);
      if (page.nextCursor === null) return;
      cursor = page.nextCursor;
    }
  }

  async function everyTodo(): Promise<Map<string, string[]>> {
    const byTitle = new Map<string, string[]>();
    for (const key of keys) await collect(key, byTitle);
    return byTitle;
  }

  return {
    get writes() {
      return answers.writes;
    },
    get longestGap() {
      return answers.longestGap;
    },
    get hasFaults() {
      return faults.length > 0;
    },
    async more(count) {
      const wanted = answers.writes + count;
      const isInVain = losesPatience();
      while (answers.writes < wanted && faults.length === 0) {
        assert.ok(!isInVain(), `${answers.writes} writes were acknowledged, and ${wanted} did not come`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async judge(least = 0) {
      over.abort();
      await Promise.all(running);
      assert.deepEqual(faults, []);
      const todos = await everyTodo();
      const lost = acknowledged.filter(({ title, id }) => todos.get(title)?.includes(id) !== true);
      const doubled = [...todos].filter(([title, ids]) => /^(client|register) /.test(title) && ids.length > 1);
      assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
      assert.ok(answers.writes > least, `${answers.writes} were acknowledged`);
    },
  };
}
