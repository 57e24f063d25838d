/** Who writes while the storage fails: a session, a key, and two agents, one of which asks before it changes something. */
import { createKey, signIn } from "../../bench/client.ts";
import { scopes } from "../../../src/schema/scopes.ts";

export interface World {
  readonly origin: string;
  readonly dataDir: string;
  readonly workspaceId: string;
  readonly session: string;
  readonly key: string;
  readonly carefulId: string;
}

export interface Asked {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly method?: string;
  readonly credential: string;
  readonly body?: unknown;
}

/** Milliseconds in which the service must answer, whatever its storage does. */
const patience = 20_000;

/** The answer to a request, or null when none came. Never rejects. */
export async function ask({ origin }: Pick<World, "origin">, path: string, asked: Ask): Promise<Asked | null> {
  const { credential, body, method = body === undefined ? "GET" : "POST" } = asked;
  try {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${credential}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    return { status: answer.status, body: (await answer.json()) as Asked["body"] };
  } catch {
    return null;
  }
}

/** Signs in with the storage sound. `before`: the key and the agent of an earlier start. */
export async function enter(
  origin: string,
  dataDir: string,
  before?: Pick<World, "key" | "carefulId">,
): Promise<World> {
  const { token: session, workspaces } = await signIn(origin);
  const workspaceId = workspaces[0]?.id as string;
  const key = before?.key ?? (await createKey(origin, session, workspaceId, scopes));
  const carefulId = before?.carefulId ?? (await careful({ origin }, key));
  return { origin, dataDir, workspaceId, session, key, carefulId };
}

async function careful(world: Pick<World, "origin">, credential: string): Promise<string> {
  const made = await ask(world, "/api/v1/agents", { credential, body: { name: "Careful" } });
  return String(made?.body["id"]);
}
