/** What a test asks of the node that owns the data, whichever that is by then, and how it is killed in the middle of an append. */
import type { Postgres } from "../helpers/postgres.ts";
import { call } from "../bench/client.ts";
import { losesPatience } from "../helpers/settle.ts";
import type { Group, NodeProcess } from "./nodes.ts";
import { cut, type HeldAppend } from "./sessions.ts";

/** Asks until it is answered, with the same key to a write. Rejects with the last failure when that is in vain. */
export async function askOwner<Body>(
  group: Group,
  path: string,
  credential: string,
  write?: { readonly body?: object; readonly method?: string },
): Promise<Body> {
  const key = write && { headers: { "Idempotency-Key": `${path} ${JSON.stringify(write)}` } };
  const isInVain = losesPatience();
  for (;;) {
    try {
      const { url } = await group.owner();
      return await call<Body>(`${url}/api/v1${path}`, { credential, ...write, ...key });
    } catch (error) {
      if (isInVain() || !/fetch failed|terminated|answered 503/.test(String(error))) throw error;
    }
  }
}

export interface Killed {
  readonly postgres: Postgres;
  readonly database: string;
  readonly owner: NodeProcess;
}

/** Kills the owner while its append is held in the server: it is undone there, or comes and its answer reaches nobody. */
export async function killHeld(
  { postgres, database, owner }: Killed,
  append: HeldAppend,
  isDone: boolean,
): Promise<void> {
  if (isDone) {
    owner.signal("SIGSTOP");
    await append.release();
    return owner.killAndWipe();
  }
  const killed = owner.killAndWipe();
  await cut(postgres, database, "append");
  await append.release();
  return killed;
}
