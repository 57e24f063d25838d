/** A workspace in this process, without host and network: people and an agent call operations on its real file, one after the other. */
import { createJournaled } from "../../../src/actors/mailbox/group.ts";
import { journalPorts } from "../../../src/actors/runtime/ids.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import type { Caller } from "../../../src/schema/caller.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { isRead } from "../../../src/schema/operation.ts";
import { operationById, type OutputOf, type WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import { makePlace, removePlace } from "../../../src/testing/place.ts";
import { execute } from "../../../src/workspace/execute.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import type { Context } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";

/** A run of an agent: what it does is done in it. */
export interface AgentRun {
  readonly agentId: string;
  readonly runId: string;
  readonly chatId: string;
  readonly turnId: string;
}

export interface Request {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface World {
  readonly sql: Sql;
  /** The person who calls. */
  readonly caller: Caller;
  /** Milliseconds since 1970; setting it moves the clock. */
  now: number;
  /** What the operation answers to a person, or to the agent in its run. Throws ApiError, and then nothing has changed. */
  call<Id extends WorkspaceOperationId>(id: Id, request?: Request, by?: AgentRun | null): OutputOf<Id>;
  /** The same; null for what is refused. */
  try<Id extends WorkspaceOperationId>(id: Id, request?: Request, by?: AgentRun | null): OutputOf<Id> | null;
  /** What the service does by itself, as one write; when it throws, nothing has changed. */
  byItself<T>(action: (moment: Pick<Context, "sql" | "now" | "newId">) => T): T;
  /** Does the action, and then takes back all that it did. */
  apart<T>(action: () => T): T;
  close(): void;
}

export const people = [
  { userId: fakeId(0xaa0001), email: "ana@example.com", name: "Ana", isOwner: true },
  { userId: fakeId(0xaa0002), email: "ben@example.com", name: "Ben", isOwner: false },
] as const;

/** Changes the statements that operations are given: a fault to be found. */
export type Fault = (sql: Sql) => Sql;

/** A fresh workspace in a folder of its own. */
export function openWorld(fault: Fault = (sql) => sql): World {
  const dataDir = makePlace();
  const workspaceId = fakeId(0xaa0000);
  const migrations = workspaceMigrations();
  const pool = createPool({ maxIdle: 1 });
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const store = openStore({ file, workspaceId, pool, migrations });
  const ids = createFakeIds();
  const caller: Caller = {
    workspaceId,
    userId: people[0].userId,
    credentialType: "session",
    credentialId: fakeId(0xaa0003),
    scopes,
  };
  const clock = { now: () => world.now };
  const journaled = createJournaled(store, journalPorts(clock, ids, 90));
  const newId = () => ids.uuid();

  function within<T>(action: (sql: Sql) => T): T {
    store.savepoint();
    try {
      const result = journaled.run(action) as T;
      store.release();
      return result;
    } catch (error) {
      store.rollbackTo();
      journaled.forget();
      throw error;
    }
  }

  function contextFor(sql: Sql, by: AgentRun | null): Context {
    const person = { sql: fault(sql), now: world.now, newId, caller, secondsLeft: null };
    if (by === null) return { ...person, acting: null };
    const { agentId, runId, chatId, turnId } = by;
    const call = { runId, callKey: newId(), approvalId: null };
    const acting = { agentId, chatId, turnId, depth: 0, call, carried: null, isApproved: true, shows: () => undefined };
    return { ...person, acting };
  }

  const world: World = {
    sql: store.sql,
    caller,
    now: Date.UTC(2026, 0, 5, 9),
    call(id, { path = {}, query = {}, body } = {}, by = null) {
      const record = operationById(id);
      const input = {
        path,
        query: validateQuery(record.query, query),
        body: record.body === null ? undefined : validateBody(record.body, body),
      };
      if (isRead(record)) return execute(contextFor(store.sql, by), id, input) as never;
      return within((sql) => execute(contextFor(sql, by), id, input)) as never;
    },
    try(id, request, by) {
      try {
        return world.call(id, request, by);
      } catch (error) {
        if (error instanceof ApiError) return null;
        throw error;
      }
    },
    byItself: (action) => within((sql) => action({ sql: fault(sql), now: world.now, newId })),
    apart(action) {
      store.savepoint();
      try {
        return action();
      } finally {
        store.rollbackTo();
        journaled.forget();
      }
    },
    close() {
      store.rollback();
      store.close();
      pool.close();
      removePlace(dataDir);
    },
  };
  store.begin();
  within((sql) => initialise(sql, { now: world.now, newId, members: people }));
  return world;
}
