/** Todos in memory: whatever is written, and however it ends, answers are what the file says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createMailbox, type Mailbox } from "../../../src/actors/mailbox.ts";
import { createRowMemory } from "../../../src/actors/store/kept-rows.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { operationById, type WorkspaceOperationId } from "../../../src/schema/operations/index.ts";
import { scopes as everyScope } from "../../../src/schema/scopes.ts";
import { validateBody, validateQuery } from "../../../src/schema/validate.ts";
import type { Context } from "../../../src/workspace/context.ts";
import { execute } from "../../../src/workspace/execute.ts";
import { initialise } from "../../../src/workspace/initialise.ts";
import { toJson } from "../../../src/workspace/json-text.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { suggest } from "../../../src/workspace/suggestions/suggest.ts";
import * as queries from "../../../src/workspace/todos/queries.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { withoutKeptTodos } from "../../helpers/kept-todos.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const workspaceId = fakeId(0xa);
const me = fakeId(0xb);
const begin = Date.UTC(2026, 0, 5, 9);
const migrations = workspaceMigrations();
const caller = { workspaceId, userId: me, credentialType: "api_key", credentialId: fakeId(0xc) } as const;

interface After {
  after(end: () => unknown): unknown;
}

interface Space {
  readonly store: Store;
  readonly mailbox: Mailbox;
  now: number;
  /** The context of a call, by somebody who may read captures or by somebody who may not. */
  context(sql: Sql, readsCaptures?: boolean): Context;
}

/** A workspace of its own that keeps so many bytes of todos. */
async function open(t: After, capacity: number): Promise<Space> {
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations, rows: createRowMemory(capacity)() });
  const mailbox = createMailbox({ store, jobs: 1, maxQueue: 100 });
  t.after(async () => {
    await mailbox.stop();
    store.close();
    pool.close();
  });
  const ids = createFakeIds();
  const space: Space = {
    store,
    mailbox,
    now: begin,
    context: (sql, readsCaptures = true) => ({
      sql,
      now: space.now,
      newId: () => ids.uuid(),
      caller: { ...caller, scopes: readsCaptures ? everyScope : everyScope.filter((one) => one !== "captures:read") },
      secondsLeft: null,
      acting: null,
    }),
  };
  const members = [{ userId: me, email: "me@example.org", name: "Me" }];
  await mailbox.write((sql) => initialise(sql, { now: begin, newId: () => ids.uuid(), members }));
  return space;
}

/** What is answered: as text, with what is kept and without. */
function answers(space: Space, sql: Sql, id: WorkspaceOperationId, readsCaptures: boolean, input: object): string[] {
  const text = (through: Sql): string => {
    try {
      const json = toJson(execute(space.context(through, readsCaptures), id, { path: {}, query: {}, ...input }));
      assert.ok(json.bytes === null || json.bytes === Buffer.byteLength(json.text), json.text);
      return json.text;
    } catch (error) {
      assert.ok(error instanceof ApiError);
      return error.code;
    }
  };
  return [text(sql), text(withoutKeptTodos(sql))];
}

const queriesAsked = [
  {},
  { sort: "updatedAt", order: "asc" },
  { sort: "dueDate", order: "asc", limit: 3 },
  { sort: "priority" },
  { includeArchived: true },
  { createdSince: new Date(begin + 200_000).toISOString() },
  { createdSince: new Date(begin + 400_000).toISOString(), sort: "dueDate", limit: 2 },
  { type: "responsibility", sort: "dueDate", order: "asc", limit: 1 },
  { type: "responsibility", sort: "priority", limit: 1 },
  { dueBefore: "2026-03-01", assignedToMe: true },
  { dueAfter: "2026-02-01", dueBefore: "2026-03-05", sort: "priority", order: "asc", limit: 2 },
  { status: "active", unassigned: true },
  { query: "offer" },
  { query: "offer", sort: "updatedAt" },
] as const;

/** Fails unless every list and every todo is answered as without what is kept, the second time and the third, too. */
function compare(space: Space, sql: Sql): void {
  const { last } = sql.todos;
  const lastRead = sql.get("SELECT n, id, created_at FROM todos ORDER BY n DESC LIMIT 1");
  if (last !== undefined) assert.deepEqual([last.n, last.id, last.createdAt], lastRead);
  for (let round = 0; round < 3; round += 1) {
    for (const [at, query] of queriesAsked.entries()) {
      const input = { query: validateQuery(operationById("listTodos").query, query) };
      const [kept, read] = answers(space, sql, "listTodos", at % 2 === 0, input);
      assert.equal(kept, read, JSON.stringify(query));
    }
    for (const todoId of idsIn(sql)) {
      const [kept, read] = answers(space, sql, "getTodo", round % 2 === 0, { path: { todoId } });
      assert.equal(kept, read, todoId);
    }
  }
}

function idsIn(sql: Sql): string[] {
  return sql.all("SELECT id FROM todos ORDER BY n DESC LIMIT 8").map(([id]) => id as string);
}

interface Step {
  readonly name: keyof typeof acts;
  readonly pick: number;
  /** Throws when it is done, and is undone. */
  readonly fails: boolean;
}

type Ask = (
  id: WorkspaceOperationId,
  input: { readonly path?: object; readonly body?: object; query?: object },
) => void;
type Act = (ask: Ask, todoId: string, pick: number, context: Context) => void;

const bodies = [
  { title: "Send the offer" },
  { title: "Call Ana", content: "About the offer" },
  { title: "Größe 漢字 🦀" },
  { content: "Only words" },
  { priority: "urgent" },
  { priority: null },
  { type: "responsibility" },
  { dueDate: "2026-02-03" },
  { dueDate: null },
  { assignees: [] },
  { assignees: [{ id: me, type: "user" }] },
  { assignees: [{ id: fakeId(2), type: "agent" }] },
  { status: "done" },
  { status: "ready" },
  { status: "in_progress" },
  { schedule: { rrule: "FREQ=DAILY;BYHOUR=9", timezone: "Europe/Berlin", message: "Look" } },
  { schedulePaused: true },
  { schedulePaused: false },
  { schedule: null },
] as const;
const notices = ["sent", "failed", "partial", "suppressed"] as const;

const acts = {
  create: (ask, _, pick) =>
    ask("createTodo", { body: { title: `Offer ${pick}`, ...pickOf(bodies.slice(0, 10), pick) } }),
  batch: (ask, _, pick) =>
    ask("batchCreateTodos", { body: { data: [{ title: `First ${pick}` }, { title: "Second" }] } }),
  change: (ask, todoId, pick) => ask("updateTodo", { path: { todoId }, body: pickOf(bodies, pick) }),
  archive: (ask, todoId) => ask("deleteTodo", { path: { todoId } }),
  erase: (ask, todoId) => ask("deleteTodo", { path: { todoId }, query: { permanent: true } }),
  restore: (ask, todoId) => ask("restoreTodo", { path: { todoId } }),
  run: (ask, todoId) => ask("runTodo", { path: { todoId }, body: { agentId: fakeId(2) } }),
  retire: (ask, todoId) => ask("retireTodoSchedule", { path: { todoId }, body: { retirementRunPolicy: "cancel" } }),
  list: (ask, todoId) => {
    ask("createTodoList", { body: { name: "Work" } });
    ask("updateTodo", { path: { todoId }, body: { todoListId: fakeId(1) } });
  },
  capture: (ask, _, pick, context) => {
    ask("createCapture", { body: { type: "note", title: `Offer ${pick}`, content: "TODO: send the offer" } });
    const captureId = newestCapture(context.sql);
    ask("createTodo", { body: { title: `From it ${pick}`, captureId } });
    const evidence = { part: "content", number: 1, startMs: null, endMs: null, speaker: null, quote: "TODO" } as const;
    suggest(context, captureId, [{ title: `Offer ${pick}`, dueDate: null, priority: null, evidence }]);
  },
  eraseCapture: (ask, _todoId, _pick, { sql }) =>
    ask("deleteCapture", { path: { captureId: newestCapture(sql) }, query: { permanent: true } }),
  touch: (_, todoId, _pick, { sql, now }) => queries.touchTodo(sql, nOf(sql, todoId), now),
  saved: (_, todoId, pick, { sql, now }) =>
    queries.setMinutesSaved(sql, todoId, { minutes: pick, reason: "Quick", confidence: "low" }, now),
  told: (_, todoId, pick, { sql, now }) => queries.setLastNotification(sql, todoId, pickOf(notices, pick), now, now),
  undeclared: (_ask, todoId, pick, { sql }) =>
    sql.run(`UPDATE "todos" SET due_date = ? WHERE id = ?`, `2026-03-0${(pick % 9) + 1}`, todoId),
} as const satisfies Readonly<Record<string, Act>>;

function pickOf<T>(all: readonly T[], pick: number): T {
  return all[pick % all.length] as T;
}

function newestCapture(sql: Sql): string {
  return (sql.get("SELECT id FROM captures ORDER BY n DESC LIMIT 1")?.[0] as string | undefined) ?? fakeId(99);
}

function nOf(sql: Sql, todoId: string): number {
  return (sql.get("SELECT n FROM todos WHERE id = ?", todoId)?.[0] as number | undefined) ?? 0;
}

/** Writes that a caller can make go wrong, and one that looks at what it has done before it ends. */
function carryOut(space: Space, { name, pick, fails }: Step): Promise<unknown> {
  const done = space.mailbox.write((sql) => {
    const context = space.context(sql);
    const ask: Ask = (id, { path = {}, query = {}, body }) => {
      const record = operationById(id);
      const valid = record.body === null ? undefined : validateBody(record.body, body ?? {});
      execute(context, id, { path, query, body: valid });
    };
    const ids = idsIn(sql);
    acts[name](ask, ids.length === 0 ? fakeId(99) : pickOf(ids, pick), pick, context);
    if (pick % 3 === 0) compare(space, sql);
    if (fails) throw new ApiError("resource_conflict", "It is undone.");
  });
  return done.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code === "internal_error") throw error;
  });
}

const step = fc.record<Step>({
  name: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[]), "create", "change", "change"),
  pick: fc.nat({ max: 10_000 }),
  fails: fc.nat({ max: 3 }).map((one) => one === 0),
});
/** Groups of writes that are handed in together. */
const walk = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 5, maxLength: 25, size: "max" });

test("whatever is written, and whatever of it is undone, answers are those that are read from the file", async () => {
  await fc.assert(
    fc.asyncProperty(walk, fc.constantFrom(20_000, 1_000_000), async (groups, capacity) => {
      const ends: (() => unknown)[] = [];
      try {
        const space = await open({ after: (end) => ends.push(end) }, capacity);
        for (const group of groups) {
          space.store.read((sql) => compare(space, sql));
          space.now += 60_000;
          const written = Promise.all(group.map((one) => carryOut(space, one)));
          for (let turn = 0; turn < 3; turn += 1) {
            await new Promise(setImmediate);
            space.store.read((sql) => compare(space, sql));
          }
          await written;
        }
        space.store.read((sql) => compare(space, sql));
      } finally {
        for (const end of ends.toReversed()) await end();
      }
    }),
    { seed: 7, numRuns: Number(process.env["DAYSHIFT_WALKS"] ?? 12), endOnFailure: false },
  );
});
