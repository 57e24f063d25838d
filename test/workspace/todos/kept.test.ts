/** Todos in memory: whatever is written, and however it ends, answers are what the file says. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { operationById } from "../../../src/schema/operations/index.ts";
import { validateQuery } from "../../../src/schema/validate.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { suggest } from "../../../src/workspace/suggestions/suggest.ts";
import * as queries from "../../../src/workspace/todos/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { withoutKeptTodos } from "../../helpers/kept-todos.ts";
import { type Act, answerOf, assertWalks, begin, me, pickOf, type Space } from "../kept-walks.ts";

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

/** Every list and every todo is answered as without what is kept, the second time and the third, too. */
function compare(space: Space, sql: Sql): void {
  const scratch = withoutKeptTodos(sql);
  const { last } = sql.todos;
  const lastRead = sql.get("SELECT n, id, created_at FROM todos ORDER BY n DESC LIMIT 1");
  if (last !== undefined) assert.deepEqual([last.n, last.id, last.createdAt], lastRead);
  for (let round = 0; round < 3; round += 1) {
    for (const [at, query] of queriesAsked.entries()) {
      const input = { query: validateQuery(operationById("listTodos").query, query) };
      const [kept, read] = [sql, scratch].map((one) => answerOf(space.context(one, at % 2 === 0), "listTodos", input));
      assert.equal(kept, read, JSON.stringify(query));
    }
    for (const todoId of idsIn(sql)) {
      const path = { todoId };
      const [kept, read] = [sql, scratch].map((one) =>
        answerOf(space.context(one, round % 2 === 0), "getTodo", { path }),
      );
      assert.equal(kept, read, todoId);
    }
  }
}

function idsIn(sql: Sql): string[] {
  return sql.all("SELECT id FROM todos ORDER BY n DESC LIMIT 8").map(([id]) => id as string);
}

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

function newestCapture(sql: Sql): string {
  return (sql.get("SELECT id FROM captures ORDER BY n DESC LIMIT 1")?.[0] as string | undefined) ?? fakeId(99);
}

function nOf(sql: Sql, todoId: string): number {
  return (sql.get("SELECT n FROM todos WHERE id = ?", todoId)?.[0] as number | undefined) ?? 0;
}

test("whatever is written, and whatever of it is undone, answers are those that are read from the file", async () => {
  await assertWalks({ acts, often: ["create", "change", "change"], idsIn, compare });
});
