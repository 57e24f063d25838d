/** Changing todos: refusals, one field at a time, what follows from a status, suggestions. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { assistant, colleague, inbox, me, setting, type Setting, unknown } from "./setting.ts";

const weekly = { rrule: "FREQ=WEEKLY;BYDAY=MO", startsAt: "2026-01-01T08:00:00" };

function todoOf(space: Setting, body: object = { title: "Mow the lawn" }): string {
  return space.run("createTodo", { body }).id;
}

test("an unknown todo is 404 whatever is asked of it", (t) => {
  const space = setting(t);
  for (const id of ["getTodo", "updateTodo", "deleteTodo", "restoreTodo"] as const) {
    space.refuses(id, { path: { todoId: unknown } }, "resource_not_found", null);
  }
});

test("a change is refused naming the field, and changes nothing", (t) => {
  const space = setting(t);
  const archived = space.run("createTodoList", { body: { name: "Archived" } }).id;
  space.run("deleteTodoList", { path: { todoListId: archived } });
  const path = { todoId: todoOf(space, { content: "Only a body" }) };
  const before = space.run("getTodo", { path });
  const table: [object, ErrorCode, string][] = [
    [{ title: null }, "validation_failed", "title"],
    [{ content: null }, "validation_failed", "content"],
    [{ content: "" }, "validation_failed", "content"],
    [{ todoListId: unknown }, "resource_not_found", "todoListId"],
    [{ todoListId: archived }, "resource_conflict", "todoListId"],
    [{ assignees: [{ id: unknown, type: "user" }] }, "resource_not_found", "assignees[0].id"],
    [{ assignees: [{ id: unknown, type: "agent" }] }, "resource_not_found", "assignees[0].id"],
    [{ schedule: { rrule: "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30" } }, "validation_failed", "schedule.rrule"],
    [{ schedulePaused: true }, "occurrence_required", "schedulePaused"],
    [{ schedulePaused: false }, "occurrence_required", "schedulePaused"],
    [{ schedule: null, schedulePaused: true }, "occurrence_required", "schedulePaused"],
    [{ captureId: unknown }, "validation_failed", "captureId"],
  ];
  space.now += 1000;
  for (const [body, code, param] of table) {
    space.refuses("updateTodo", { path, body: { priority: "low", ...body } }, code, param);
  }
  assert.deepEqual(space.run("getTodo", { path }), before);
});

test("each field changes alone, moves updatedAt, and moves nothing when it is the same", (t) => {
  const space = setting(t);
  const list = space.run("createTodoList", { body: { name: "Garden" } }).id;
  const path = { todoId: todoOf(space) };
  const table = [
    { title: "Mow" },
    { content: "Twice" },
    { content: null },
    { status: "in_progress" },
    { priority: "urgent" },
    { priority: null },
    { type: "responsibility" },
    { todoListId: list },
    { dueDate: "2026-03-31" },
    { dueDate: null },
    { assignees: [{ id: colleague, type: "user" }] },
    { assignees: [] },
  ] as const;
  for (const body of table as unknown as readonly object[]) {
    const before = space.run("getTodo", { path });
    space.now += 1000;
    const after = space.run("updateTodo", { path, body });
    assert.deepEqual(after, { ...before, ...body, updatedAt: new Date(space.now).toISOString() });
    space.now += 1000;
    assert.deepEqual(space.run("updateTodo", { path, body }), after, `again ${JSON.stringify(body)}`);
  }
  assert.equal(space.run("updateTodo", { path, body: { content: "" } }).content, null);
  const last = space.run("getTodo", { path });
  assert.deepEqual(space.run("updateTodo", { path, body: {} }), last);
});

test("every status can follow every other", (t) => {
  const space = setting(t);
  const statuses = ["ready", "in_progress", "done"] as const;
  for (const from of statuses) {
    for (const to of statuses) {
      const path = { todoId: todoOf(space) };
      space.run("updateTodo", { path, body: { status: from } });
      assert.equal(space.run("updateTodo", { path, body: { status: to } }).status, to);
    }
  }
});

test("search finds the new text and no longer the old", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space, { title: "Paint the fence", content: "with oil" }) };
  const found = (query: string) => space.run("listTodos", { query: { query } }).data.length;
  space.run("updateTodo", { path, body: { title: "Paint the shed" } });
  assert.deepEqual([found("fence"), found("SHED"), found("oil")], [0, 1, 1]);
  space.run("updateTodo", { path, body: { content: null } });
  assert.deepEqual([found("oil"), found("paint"), found("  paint ")], [0, 1, 1]);
  space.run("deleteTodo", { path, query: { permanent: true } });
  assert.equal(found("paint"), 0);
});

test("changing a suggestion accepts it, whatever was sent", (t) => {
  const space = setting(t);
  for (const body of [{}, { status: "ready" }, { priority: "low" }] as const) {
    const path = { todoId: todoOf(space) };
    space.sql.run("UPDATE todos SET is_suggested = 1 WHERE id = ?", path.todoId);
    const listed = () => space.run("listTodos").data.some(({ id }) => id === path.todoId);
    assert.equal(listed(), false);
    assert.equal(space.run("updateTodo", { path, body }).isSuggested, false);
    assert.equal(listed(), true);
  }
});

test("assignments are found after they change, and no longer before", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space) };
  const found = (query: object) => space.run("listTodos", { query }).data.length;
  assert.deepEqual([found({ assignedToMe: true }), found({ unassigned: true })], [1, 0]);
  space.run("updateTodo", { path, body: { assignees: [] } });
  assert.deepEqual([found({ assignedToMe: true }), found({ unassigned: true })], [0, 1]);
  space.run("updateTodo", { path, body: { status: "done", assignees: [{ id: colleague, type: "user" }] } });
  assert.equal(found({ assigneeId: colleague, status: "done" }), 1);
  assert.equal(found({ assigneeId: colleague, assignedToMe: true }), 0, "assignedToMe takes precedence");
  assert.equal(found({ assigneeId: colleague, unassigned: true }), 1, "unassigned is ignored");
});

test("a person who left stays where assigned, and is not assigned anew", (t) => {
  const space = setting(t);
  const both = [me, colleague].map((id) => ({ id, type: "user" as const }));
  const path = { todoId: todoOf(space, { title: "A", assignees: both }) };
  space.sql.run("DELETE FROM members WHERE user_id = ?", colleague);
  assert.deepEqual(
    space.run("updateTodo", { path, body: { assignees: both.toReversed() } }).assignees,
    both.toReversed(),
  );
  const other = { todoId: todoOf(space) };
  space.refuses("updateTodo", { path: other, body: { assignees: both } }, "resource_not_found", "assignees[1].id");
});

test("a schedule is set, paused, resumed, replaced and ended", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space) };
  const patch = (body: object) => {
    const { rrule, timezone, nextRunAt, scheduleType, scheduleStatus } = space.run("updateTodo", { path, body });
    return [rrule, timezone, nextRunAt, scheduleType, scheduleStatus];
  };
  const rule = ["FREQ=WEEKLY;BYDAY=MO", "UTC"];
  assert.deepEqual(patch({ schedule: weekly }), [...rule, "2026-01-12T08:00:00.000Z", "recurring", "pending"]);
  assert.deepEqual(patch({ schedulePaused: true }), [...rule, null, "recurring", "disabled"]);
  assert.deepEqual(patch({ schedulePaused: true }), [...rule, null, "recurring", "disabled"]);
  space.now += 14 * 24 * 3600 * 1000;
  assert.deepEqual(patch({ schedulePaused: false }), [...rule, "2026-01-26T08:00:00.000Z", "recurring", "pending"]);
  assert.deepEqual(patch({ schedule: weekly, schedulePaused: true }), [...rule, null, "recurring", "disabled"]);
  const runAt = "2026-03-01T00:00:00.000Z";
  assert.deepEqual(patch({ schedule: { runAt } }), [null, "UTC", runAt, "one_off", "pending"]);
  space.sql.run("UPDATE todos SET last_run_at = ?", space.now);
  assert.deepEqual(patch({ schedule: null }), [null, null, null, null, null]);
  assert.equal(space.run("getTodo", { path }).lastRunAt, new Date(space.now).toISOString());
  space.refuses("updateTodo", { path, body: { schedulePaused: false } }, "occurrence_required", "schedulePaused");
});

test("a schedule without a run left is not resumed, and an ended one neither paused nor resumed", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space, { title: "A", schedule: { runAt: "2026-01-06T00:00:00Z" } }) };
  space.run("updateTodo", { path, body: { schedulePaused: true } });
  space.now += 7 * 24 * 3600 * 1000;
  space.refuses(
    "updateTodo",
    { path, body: { schedulePaused: false } },
    "occurrence_required",
    "schedulePaused",
    /no run/,
  );
  space.sql.run("UPDATE series SET state = 'ended'");
  for (const schedulePaused of [true, false]) {
    space.refuses("updateTodo", { path, body: { schedulePaused } }, "occurrence_required", "schedulePaused", /ended/);
  }
});

test("done or archived stops a schedule; it stays paused until somebody resumes it", (t) => {
  const space = setting(t);
  const table: [() => void, () => void, string][] = [];
  const path = { todoId: todoOf(space, { title: "A", schedule: weekly }) };
  const patch = (body: object) => space.run("updateTodo", { path, body });
  table.push([() => patch({ status: "done" }), () => patch({ status: "ready" }), "done"]);
  table.push([() => space.run("deleteTodo", { path }), () => space.run("restoreTodo", { path }), "archived"]);
  for (const [stop, undo, name] of table) {
    const state = () => {
      const { scheduleStatus, nextRunAt } = space.run("getTodo", { path });
      return [scheduleStatus, nextRunAt];
    };
    stop();
    assert.deepEqual(state(), ["disabled", null], name);
    space.refuses("updateTodo", { path, body: { schedulePaused: false } }, "resource_conflict", "schedulePaused");
    patch({ schedule: weekly });
    assert.deepEqual(state(), ["disabled", null], `${name}, set anew`);
    undo();
    assert.deepEqual(state(), ["disabled", null], `${name}, undone`);
    patch({ schedulePaused: false });
    assert.deepEqual(state(), ["pending", "2026-01-12T08:00:00.000Z"], `${name}, resumed`);
  }
});

test("archiving twice says so; restoring brings back, out of an archived list into the default one", (t) => {
  const space = setting(t);
  const list = space.run("createTodoList", { body: { name: "Garden" } }).id;
  const path = { todoId: todoOf(space, { title: "A", todoListId: list }) };
  const gone = { object: "deleted", deleted: true, recoverable: true };
  assert.deepEqual(space.run("deleteTodo", { path }), gone);
  assert.deepEqual(space.run("deleteTodo", { path }), { ...gone, alreadyArchived: true });
  assert.equal(space.run("getTodo", { path }).isArchived, true);
  assert.equal(space.run("restoreTodo", { path }).todoListId, list);
  space.run("deleteTodo", { path });
  space.run("deleteTodoList", { path: { todoListId: list } });
  const restored = space.run("restoreTodo", { path });
  assert.deepEqual([restored.isArchived, restored.todoListId], [false, inbox]);
  assert.deepEqual(space.run("restoreTodo", { path }), restored);
});

test("a live schedule must be paused or ended before its todo is erased; what an agent has run is never erased", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space, { title: "A", schedule: weekly }) };
  const query = { permanent: true };
  for (const status of ["pending", "queued", "error"]) {
    space.sql.run("UPDATE todos SET schedule_status = ?", status);
    space.refuses("deleteTodo", { path, query }, "series_action_required", null, /pause or retire/);
  }
  space.run("updateTodo", { path, body: { schedulePaused: true } });
  space.sql.run("UPDATE todos SET has_run = 1");
  space.refuses("deleteTodo", { path, query }, "resource_conflict", null, /has run/);
  space.sql.run("UPDATE todos SET has_run = 0");
  assert.deepEqual(space.run("deleteTodo", { path, query }), { object: "deleted", deleted: true, recoverable: false });
  space.refuses("getTodo", { path }, "resource_not_found", null);
  for (const table of ["todos", "todo_texts", "todo_assignees"]) {
    assert.equal(space.sql.get(`SELECT count(*) FROM ${table}`)?.[0], 0, table);
  }
});

test("a cursor of another order is refused, and so is one that was made up", (t) => {
  const space = setting(t);
  for (let count = 0; count < 3; count += 1) todoOf(space);
  const { nextCursor } = space.run("listTodos", { query: { limit: 1 } });
  const cursors = [nextCursor ?? "", "x", "[]", "[null]", '["a"]', "[1.5]", '[{"a":1}]'];
  for (const cursor of cursors) {
    space.refuses("listTodos", { query: { cursor, sort: "dueDate" } }, "invalid_cursor", "cursor");
    if (cursor !== nextCursor) space.refuses("listTodos", { query: { cursor } }, "invalid_cursor", "cursor");
  }
  for (const sort of ["updatedAt", "priority"] as const) {
    space.refuses("listTodos", { query: { cursor: '["a",1]', sort } }, "invalid_cursor", "cursor");
  }
  space.refuses("listTodos", { query: { cursor: "[null,1]", sort: "updatedAt" } }, "invalid_cursor", "cursor");
});

test("a page says whether more follow, and counts all only when asked", (t) => {
  const space = setting(t);
  const ids = Array.from({ length: 5 }, () => todoOf(space)).toReversed();
  const first = space.run("listTodos", { query: { limit: 3 } });
  assert.deepEqual([first.data.map(({ id }) => id), first.hasMore, first.totalCount], [ids.slice(0, 3), true, null]);
  const query = { limit: 3, cursor: first.nextCursor ?? "", include: "totalCount" as const };
  const second = space.run("listTodos", { query });
  assert.deepEqual([second.data.map(({ id }) => id), second.hasMore, second.nextCursor], [ids.slice(3), false, null]);
  assert.equal(second.totalCount, 5);
});

test("a summary counts by status and priority, and sums the minutes saved by what is done", (t) => {
  const space = setting(t);
  const bodies = [
    { status: "done", priority: "high" },
    { status: "done" },
    { status: "in_progress" },
    { priority: "low" },
  ];
  for (const body of bodies) {
    space.run("updateTodo", { path: { todoId: todoOf(space) }, body: body as object });
  }
  space.sql.run("UPDATE todos SET minutes_saved = 12 WHERE n IN (1, 3)");
  assert.deepEqual(space.run("summariseTodos"), {
    object: "todo_summary",
    total: 4,
    active: 2,
    byStatus: { ready: 1, in_progress: 1, done: 2 },
    byPriority: { urgent: 0, high: 1, medium: 0, low: 1, none: 2 },
    minutesSaved: 12,
  });
  assert.equal(space.run("summariseTodos", { query: { status: "active" } }).minutesSaved, 0);
  assert.equal(space.run("summariseTodos", { query: { query: "nowhere" } }).total, 0);
});

test("agents that are assigned already do not start again", (t) => {
  const space = setting(t);
  const agent = { id: assistant, type: "agent" as const };
  const path = { todoId: todoOf(space, { title: "A", assignees: [agent] }) };
  const after = space.run("updateTodo", { path, body: { assignees: [agent, { id: me, type: "user" }], title: "B" } });
  assert.deepEqual([after.status, after.latestRun], ["ready", null]);
});
