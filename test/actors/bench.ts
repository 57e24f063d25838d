/** A host over real files, with the rules of todo lists and recordings, and a chat whose turns a test ends as it likes. */
import { nothingOutside } from "../../src/actors/runtime/outside.ts";
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { TestContext } from "node:test";
import { openAlarmFile } from "../../src/actors/alarms/alarm-file.ts";
import type { Alarms } from "../../src/actors/alarms/alarms.ts";
import { type ActorHost, createHost, type HostLimits } from "../../src/actors/workspace/host.ts";
import type { Away } from "../../src/actors/parts/work-context.ts";
import type { Rules } from "../../src/actors/parts/rules.ts";
import type { Access, Clock, Mailer, Minutes, Model } from "../../src/actors/runtime/ports.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import type { Migration } from "../../src/actors/store/migrate.ts";
import type { Answer, Call } from "../../src/actors/workspace/actor.ts";
import { createWorkspaceFiles, type WorkspaceFiles } from "../../src/actors/workspace/files.ts";
import type { Caller } from "../../src/schema/caller.ts";
import { notFound } from "../../src/schema/errors.ts";
import type { Scope } from "../../src/schema/scopes.ts";
import type { Context } from "../../src/workspace/protocol/context.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import * as captures from "../../src/workspace/handlers/captures.ts";
import * as todoLists from "../../src/workspace/handlers/todo-lists.ts";
import { createFakeClock, type FakeClock } from "../helpers/clock.ts";
import { tempDir } from "../helpers/temp-dir.ts";

/** One turn, as the bench's own tables know it. */
export interface Turn {
  readonly turnId: string;
  readonly attempts: number;
}

const ownTables = `
  CREATE TABLE bench_turns (id TEXT PRIMARY KEY, said TEXT NOT NULL, state TEXT NOT NULL) STRICT;
  CREATE TABLE bench_work (
    turn_id TEXT PRIMARY KEY, due_at INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0, attempts INTEGER NOT NULL DEFAULT 0
  ) STRICT;`;

/** The migrations of the house and the bench's own. */
export function benchMigrations(): Migration[] {
  const files = globSync("src/workspace/migrations/*.sql").sort();
  const house = files.map((file, index) => ({
    version: index + 1,
    name: basename(file, ".sql").slice(5),
    sql: readFileSync(file, "utf8"),
  }));
  return [...house, { version: house.length + 1, name: "bench", sql: ownTables }];
}

/** `createChat` starts a turn; the number of milliseconds after "in" in its message puts it off. */
function startTurn({ sql, now, newId }: Context, message: string): unknown {
  const id = newId();
  const delay = Number(/^in (\d+)$/.exec(message)?.[1] ?? 0);
  sql.run("INSERT INTO bench_turns VALUES (?, ?, 'running')", id, message);
  sql.run("INSERT INTO bench_work (turn_id, due_at) VALUES (?, ?)", id, now + delay);
  if (message === "fail") throw notFound("agent", id);
  return { id, status: "queued", timedOut: false };
}

function execute(context: Context, operation: string, input: unknown): unknown {
  const { body, path, query } = input as { body: never; path: never; query: never };
  switch (operation) {
    case "createChat":
      return startTurn(context, (body as { message: string }).message);
    case "cancelChat":
      return {
        changed: context.sql.run(
          "UPDATE bench_turns SET state = 'cancelled' WHERE id = ?",
          (path as { chatId: string }).chatId,
        ),
      };
    case "createTodoList":
      return todoLists.createTodoList(context, { body, path, query });
    case "listTodoLists":
      return todoLists.listTodoLists(context, { body, path, query });
    case "createCapture":
      return captures.createCapture(context, { body, path, query });
    case "stopCapture":
      return captures.stopCapture(context, { body, path, query });
    default:
      throw new Error(`The bench has no rule for ${operation}.`);
  }
}

export function turnState(sql: Sql, turnId: string): string {
  return String(sql.get("SELECT state FROM bench_turns WHERE id = ?", turnId)?.[0]);
}

/** What a turn does; the bench marks it as done when this resolves. */
export type Script = (turn: Turn, signal: AbortSignal, away: Away) => Promise<void>;

interface Work extends Turn {
  readonly id: number;
}

function benchRules(script: Script): Rules<Work> {
  return {
    execute,
    turns: {
      turnOf: (_sql, body) => (body as { id: string }).id,
      ended: (sql, turnIds) => turnIds.filter((turnId) => turnState(sql, turnId) !== "running"),
      answerAfterWait(sql, _base, turnId) {
        const status = turnState(sql, turnId);
        return { id: turnId, status, timedOut: status === "running" };
      },
      answerAsStored: (_sql, answer) => answer,
      seenAnswer: (answer) => answer,
    },
    approvals: { areStale: () => false, putAgain: () => undefined },
    maintenance: {
      isInOrder: () => true,
      reconcile: () => undefined,
      waitsForMinutes: () => false,
      startForMinutes: () => undefined,
      lastPut: () => 0,
    },
    table: {
      nextDue: (sql) => ({
        turns: (sql.get("SELECT min(due_at) FROM bench_work WHERE taken = 0")?.[0] ?? null) as number | null,
        background: null,
        rules: null,
      }),
      kindsOf: () => ["turn"],
      kindOf: () => "turn",
      dueKinds: () => ["turn"],
      dueRules: () => [],
      postpone: () => undefined,
      takeDue: (sql, _lane, now, limit) =>
        sql
          .all(
            `UPDATE bench_work SET taken = 1, attempts = attempts + 1 WHERE turn_id IN
               (SELECT turn_id FROM bench_work WHERE taken = 0 AND due_at <= ? ORDER BY due_at LIMIT ?)
             RETURNING rowid, turn_id, attempts`,
            now,
            limit,
          )
          .map(([id, turnId, attempts]) => ({
            id: id as number,
            turnId: turnId as string,
            attempts: attempts as number,
          })),
      hasTaken: (sql) => sql.get("SELECT 1 FROM bench_work WHERE taken = 1 LIMIT 1") !== undefined,
      releaseTaken: (sql) => sql.run("UPDATE bench_work SET taken = 0 WHERE taken = 1"),
    },
    carryOut: () => undefined,
    endsRecordings: () => false,
    async perform({ id, ...turn }, { mailbox, away }, signal) {
      const said = mailbox.read((sql) => sql.get("SELECT said FROM bench_turns WHERE id = ?", turn.turnId)?.[0]);
      await (said === "hang" ? aborted(signal) : script(turn, signal, away));
      if (signal.aborted) return null;
      await mailbox.write((sql) => {
        sql.run("UPDATE bench_turns SET state = 'completed' WHERE id = ? AND state = 'running'", turn.turnId);
        sql.run("DELETE FROM bench_work WHERE rowid = ?", id);
      });
      return turn.turnId;
    },
  };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

const noModel: Model = {
  name: "none",
  step: () => Promise.reject(new Error("The bench's turns ask no model.")),
  describe: () => Promise.reject(new Error("The bench's turns ask no model.")),
  summarise: () => Promise.reject(new Error("The bench's turns ask no model.")),
};

export interface BenchOptions {
  readonly dataDir?: string;
  readonly script?: Script;
  readonly limits?: Partial<HostLimits>;
  readonly access?: Access;
}

/** The outside of a bench host. */
export interface Outside {
  readonly clock: Clock;
  readonly dataDir: string;
  readonly access: Access;
  readonly alarms: Alarms;
  readonly report: (what: string, error: unknown) => void;
  readonly owns?: (workspaceId: string) => boolean;
  /** Those of the folder when left out. */
  readonly files?: WorkspaceFiles;
}

export const unlimited: Minutes = {
  secondsLeft: async () => null,
  reserve: async () => true,
  note: async () => undefined,
  settle: async () => undefined,
};

export const noMail: Mailer = { send: async () => ({ state: "unavailable" }) };

export const sameScopes: Access = {
  currentScopes: async (caller) => caller.scopes,
  timezoneOf: async () => null,
};

/** A host with the bench's rules; `startBench` gives it a clock of the test's. */
export function buildHost(outside: Outside, { script = async () => undefined, limits }: BenchOptions = {}): ActorHost {
  const { dataDir, ...rest } = outside;
  return createHost({
    zoneData: "test",
    log: () => undefined,
    files: createWorkspaceFiles({ dataDir, migrations: benchMigrations() }),
    ...rest,
    ids: createIds(outside.clock),
    model: noModel,
    minutes: unlimited,
    mailer: noMail,
    outside: nothingOutside,
    transcriber: () => null,
    rules: benchRules(script),
    ...(limits === undefined ? {} : { limits }),
  });
}

export interface Bench {
  readonly dataDir: string;
  readonly clock: FakeClock;
  readonly host: ActorHost;
  /** What the host reported. */
  readonly problems: string[];
}

/** Starts a host; the test drains it, or it is drained afterwards. */
export async function startBench(t: Pick<TestContext, "after">, options: BenchOptions = {}): Promise<Bench> {
  // Hooks run in the order in which they were registered: the host lets go of the folder before it is removed.
  const clock = createFakeClock();
  const started: { host?: ActorHost } = {};
  t.after(() => {
    const drained = started.host?.drain(0);
    clock.advance(0);
    return drained;
  });
  const dataDir = options.dataDir ?? tempDir(t);
  const problems: string[] = [];
  const report = (what: string, error: unknown): void => void problems.push(`${what} ${String(error)}`);
  const alarms = await openAlarmFile(dataDir, "test");
  const host = buildHost({ clock, dataDir, alarms, report, access: options.access ?? sameScopes }, options);
  started.host = host;
  await host.ready();
  return { dataDir, clock, host, problems };
}

const everyScope: readonly Scope[] = ["todos:read", "todos:write", "chats:read", "chats:write", "captures:write"];

export function callerOf(workspaceId: string, credentialId = "credential"): Caller {
  return { workspaceId, userId: "user", credentialType: "api_key", credentialId, scopes: everyScope };
}

/** What a call is answered, however long it waits. */
export function answerOf(host: ActorHost, call: Call): Promise<Answer> {
  return host.call(call.caller.workspaceId, call);
}

/** A call of an operation with a body. */
export function callOf(
  workspaceId: string,
  operation: Call["operation"],
  body: unknown,
  more: Partial<Call> & { readonly key?: string; readonly path?: unknown; readonly query?: unknown } = {},
): Call {
  const { key, path = {}, query = {}, ...rest } = more;
  const idempotency = key === undefined ? null : { key, fingerprint: JSON.stringify([operation, path, body]) };
  return { operation, caller: callerOf(workspaceId), input: { path, query, body }, idempotency, ...rest };
}
