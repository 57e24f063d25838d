/** A workspace over the SQL of any host: the same calls, with the same ids, for the one in workerd and the one on Node's own store. */
import type { Caller } from "../../../src/schema/caller.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { operationById, type WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import { execute } from "../../../src/workspace/execute.ts";
import { initialise, isInitialised } from "../../../src/workspace/initialise.ts";
import type { Context } from "../../../src/workspace/protocol/context.ts";
import { type Effect, replayOrRun } from "../../../src/workspace/protocol/idempotency.ts";
import { createJournal, type JournalPorts } from "../../../src/workspace/protocol/journal/journal.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { earliest, nextDue } from "../../../src/workspace/work/queue.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";

export interface Call {
  readonly operation: WorkspaceOperationId;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** The `Idempotency-Key`. */
  readonly key?: string;
  /** Milliseconds since 1970; the ids of the call are counted from there. */
  readonly at: number;
}

export interface Reply {
  readonly status: number;
  /** Of a refusal, its code. */
  readonly body: unknown;
  readonly replayed: boolean;
  /** When the host is to wake the workspace (milliseconds since 1970); null for never. */
  readonly nextDue: number | null;
}

const day = 24 * 60 * 60 * 1000;
const credentialId = fakeId(0xc);
const person = { userId: fakeId(0xb), email: "ana@example.org", name: "Ana", isOwner: true };
const caller: Caller = {
  workspaceId: fakeId(0xa),
  userId: person.userId,
  credentialType: "api_key",
  credentialId,
  scopes,
};

/** The reply to a call, inside the transaction of its host. Throws what refuses it; the host then undoes what was written. */
export function replyTo(plain: Sql, hash: JournalPorts["hash"], call: Call): Reply {
  const { operation, at: now, key } = call;
  const { uuid: newId } = createFakeIds(now);
  const record = operationById(operation);
  const input = {
    path: {},
    query: validateQuery(record.query, call.query ?? {}),
    body: record.body && validateBody(record.body, call.body ?? {}),
  };
  const journal = createJournal(plain, {
    hash,
    newId,
    now: () => now,
    salt: () => "salt",
    lifetime: day,
    pack: String,
  });
  const sql: Sql = { ...plain, attempt: (action) => journal.attempt(() => plain.attempt(action)), journal };
  const context: Context = { sql, now, newId, caller, secondsLeft: null, acting: null };
  const effect = (): Effect => ({ body: execute(context, operation, input), pending: null });
  const fingerprint = JSON.stringify([operation, input]);
  journal.begin();
  if (!isInitialised(sql)) initialise(sql, { now, newId, members: [person] });
  const { body, replayed } =
    key === undefined
      ? { ...effect(), replayed: false }
      : replayOrRun(sql, now, { credentialId, key, fingerprint }, effect);
  journal.end();
  return { status: record.success.status, body, replayed, nextDue: earliest(nextDue(sql)) };
}

/** The reply to a call that was refused. Throws what is no refusal. */
export function refusalOf(error: unknown): Reply {
  if (!(error instanceof ApiError)) throw error;
  return { status: error.status, body: error.code, replayed: false, nextDue: null };
}
