/** Many changes at once, the order by hand, and recurring todos that are finished until their next time. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { TodoBulkOutcome } from "../../../src/schema/todo-moves.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { hanging, until } from "../../helpers/wait.ts";

// A Monday, 09:00 UTC, 10:00 in Berlin.
const clock = createFakeClock(Date.UTC(2026, 0, 5, 9));
const service = await startTestService({ after }, { clock });

const create = (body: object) => service.ok("createTodo", { body: { title: "Paint the fence", ...body } });
const read = (todoId: string) => service.ok("getTodo", { path: { todoId } });
const bulk = async (...changes: object[]): Promise<TodoBulkOutcome[]> =>
  (await service.ok("bulkUpdateTodos", { body: { changes } })).data;
const absent = "00000000-0000-4000-8000-000000000000";

describe("many changes at once", () => {
  test("each does what a change of one does, and what changes nothing says so", async () => {
    const todos = await Promise.all([1, 2, 3, 4].map(() => create({})));
    const [one, two, three, four] = todos.map(({ id }) => id);
    await service.ok("deleteTodo", { path: { todoId: four ?? "" } });
    const outcomes = await bulk(
      { todoId: one, status: "done", priority: "high" },
      { todoId: two, archived: true },
      { todoId: three, title: "Paint the fence" },
      { todoId: four, archived: false, dueDate: "2026-02-01" },
    );
    assert.deepEqual(
      outcomes.map(({ outcome, error }) => [outcome, error]),
      [
        ["changed", null],
        ["changed", null],
        ["unchanged", null],
        ["changed", null],
      ],
    );
    const shown = outcomes.map(({ todo }) => todo);
    assert.deepEqual([shown[0]?.status, shown[0]?.priority], ["done", "high"]);
    assert.equal(shown[1]?.isArchived, true);
    assert.deepEqual([shown[3]?.isArchived, shown[3]?.dueDate], [false, "2026-02-01"]);
    for (const { todoId, todo } of outcomes) assert.deepEqual(todo, await read(todoId));
  });

  test("a refused one leaves no trace and does not stop the others", async () => {
    const [one, two] = [await create({ title: "One" }), await create({ title: "Two" })];
    const { id: agentId } = await service.ok("createAgent", { body: { name: "Painter" } });
    await service.ok("deleteAgent", { path: { agentId } });
    const outcomes = await bulk(
      { todoId: absent, status: "done" },
      // The schedule is set before the list is found to be missing.
      {
        todoId: one.id,
        schedule: { rrule: "FREQ=DAILY" },
        schedulePaused: true,
        assignees: [{ id: agentId, type: "agent" }],
      },
      { todoId: two.id, title: "Two, changed" },
      { todoId: two.id, todoListId: absent },
    );
    assert.deepEqual(
      outcomes.map(({ outcome, error, todo }) => [outcome, error?.code ?? null, error?.param ?? null, todo === null]),
      [
        ["refused", "resource_not_found", "todoId", true],
        ["refused", "resource_conflict", "assignees[0].id", true],
        ["changed", null, null, false],
        ["refused", "resource_not_found", "todoListId", true],
      ],
    );
    assert.deepEqual(await read(one.id), one);
    assert.equal((await read(two.id)).title, "Two, changed");
  });

  test("a change that fails after it has written is undone, and its neighbours stay", async () => {
    const [one, two] = [await create({ title: "One" }), await create({ title: "Two" })];
    const { id } = await service.ok("createAgent", { body: { name: "Late", requiresApproval: false } });
    await service.ok("deleteTodo", { path: { todoId: one.id } });
    const archived = await read(one.id);
    // An agent does not start on an archived todo: that is found when title, assignees and schedule stand written.
    const change = { title: "One, changed", schedule: { rrule: "FREQ=DAILY" }, assignees: [{ id, type: "agent" }] };
    const outcomes = await bulk({ todoId: two.id, dueDate: "2026-03-01" }, { todoId: one.id, ...change });
    assert.deepEqual(
      outcomes.map(({ outcome, error }) => [outcome, error?.param ?? null]),
      [
        ["changed", null],
        ["refused", "assignees"],
      ],
    );
    assert.deepEqual(await read(one.id), archived);
    assert.equal((await read(two.id)).dueDate, "2026-03-01");
    assert.deepEqual((await service.ok("listScheduledOccurrences", { path: { todoId: one.id } })).data, []);
  });

  test("a todo that was changed since it was seen is refused, its body too", async () => {
    const todo = await create({ content: "As I saw it." });
    clock.advance(1000);
    await service.ok("updateTodo", { path: { todoId: todo.id }, body: { content: "As somebody else wrote it." } });
    const change = { todoId: todo.id, content: "As I wrote it.", expectedUpdatedAt: todo.updatedAt };
    const [refused] = await bulk(change);
    assert.deepEqual([refused?.error?.code, refused?.error?.param], ["resource_conflict", "expectedUpdatedAt"]);
    assert.deepEqual(refused?.todo, await read(todo.id));
    assert.equal((await read(todo.id)).content, "As somebody else wrote it.");
    const [changed] = await bulk({ ...change, expectedUpdatedAt: (await read(todo.id)).updatedAt });
    assert.equal(changed?.todo?.content, "As I wrote it.");
  });

  test("a malformed change refuses all, and says where", async () => {
    const todo = await create({});
    const changes = [
      { todoId: todo.id, status: "done" },
      { todoId: todo.id, status: "over" },
    ];
    await service.refuses("bulkUpdateTodos", { body: { changes } }, "validation_failed", "changes[1].status");
    await service.refuses("bulkUpdateTodos", { body: { changes: [] } }, "validation_failed", "changes");
    assert.equal((await read(todo.id)).status, "ready");
  });
});

describe("the order by hand", () => {
  const move = (todoId: string, body: object) => service.ok("moveTodo", { path: { todoId }, body });

  async function ordered(key: string): Promise<string[]> {
    const { todos } = await service.ok("getSnapshot", { credential: key });
    const [title, rank] = ["title", "rank"].map((field) => todos.fields.indexOf(field)) as [number, number];
    const compare = (one: unknown[], other: unknown[]) => (String(one[rank]) < String(other[rank]) ? -1 : 1);
    return todos.rows.toSorted(compare).map((row) => String(row[title]));
  }

  test("a todo comes right after another, before all, or stays in the order of creation", async () => {
    const { key: credential } = await service.addWorkspace("Board");
    const todos = [];
    for (const title of ["a", "b", "c", "d"])
      todos.push(await service.ok("createTodo", { credential, body: { title } }));
    const [a, b, c, d] = todos.map(({ id }) => id) as [string, string, string, string];
    const place = (todoId: string, after: string | null) =>
      service.ok("moveTodo", { credential, path: { todoId }, body: { after } });
    assert.deepEqual(await ordered(credential), ["a", "b", "c", "d"]);
    const moved = await place(d, a);
    assert.deepEqual(await ordered(credential), ["a", "d", "b", "c"]);
    const { rank, ...todo } = moved;
    assert.deepEqual(todo, await service.ok("getTodo", { credential, path: { todoId: d } }));
    assert.equal(todo.updatedAt, todos[3]?.updatedAt);
    assert.equal(typeof rank, "string");
    await place(c, null);
    await place(b, null);
    assert.deepEqual(await ordered(credential), ["b", "c", "a", "d"]);
    await place(b, d);
    await place(c, d);
    assert.deepEqual(await ordered(credential), ["a", "d", "c", "b"]);
    await service.ok("createTodo", { credential, body: { title: "e" } });
    assert.deepEqual(await ordered(credential), ["a", "d", "c", "b", "e"]);
  });

  test("a move may change status and list with the place", async () => {
    const list = await service.ok("createTodoList", { body: { name: "Board" } });
    const todo = await create({});
    const moved = await move(todo.id, { after: null, status: "in_progress", todoListId: list.id });
    assert.deepEqual([moved.status, moved.todoListId], ["in_progress", list.id]);
  });

  test("a move of what was changed or moved since it was seen is refused, and nothing has moved", async () => {
    const [todo, other] = [await create({}), await create({})];
    const { rank } = await move(todo.id, { after: null, expectedUpdatedAt: todo.updatedAt });
    const there = await move(todo.id, { after: other.id, expectedRank: rank });
    const path = { todoId: todo.id };
    const stale = { after: null, status: "done", expectedRank: rank };
    await service.refuses("moveTodo", { path, body: stale }, "resource_conflict", "expectedRank");
    clock.advance(1000);
    await service.ok("updateTodo", { path, body: { priority: "low" } });
    const old = { after: null, expectedUpdatedAt: todo.updatedAt, expectedRank: there.rank };
    await service.refuses("moveTodo", { path, body: old }, "resource_conflict", "expectedUpdatedAt");
    assert.equal((await read(todo.id)).status, "ready");
    const { updatedAt } = await read(todo.id);
    await move(todo.id, { after: null, status: "done", expectedUpdatedAt: updatedAt, expectedRank: there.rank });
  });

  test("a move that is sent again with its key is done once", async () => {
    const todo = await create({});
    const key = { headers: { "Idempotency-Key": "drop-1" } };
    const { rank } = await move(todo.id, { after: null });
    const body = { after: null, expectedRank: rank };
    const first = await service.ok("moveTodo", { path: { todoId: todo.id }, body, ...key });
    assert.deepEqual(await service.ok("moveTodo", { path: { todoId: todo.id }, body, ...key }), first);
  });

  test("what it cannot come after is refused, and nothing has moved", async () => {
    const todo = await create({});
    const path = { todoId: todo.id };
    await service.refuses("moveTodo", { path, body: { after: absent } }, "resource_not_found", "after");
    await service.refuses("moveTodo", { path, body: { after: todo.id } }, "validation_failed", "after");
    await service.refuses("moveTodo", { path, body: { status: "done" } }, "validation_failed", "after");
    const body = { after: null, status: "done", todoListId: absent };
    await service.refuses("moveTodo", { path, body }, "resource_not_found", "todoListId");
    assert.deepEqual(await read(todo.id), todo);
  });
});

describe("finished until its next time", () => {
  const weekly = { rrule: "FREQ=WEEKLY;BYDAY=TH;BYHOUR=23;BYMINUTE=30;BYSECOND=0", timezone: "America/New_York" };
  const finish = (todoId: string) => service.ok("completeOccurrence", { path: { todoId } });
  const occurrences = async (todoId: string) =>
    (await service.ok("listScheduledOccurrences", { path: { todoId } })).data;
  const day = 86_400_000;

  test("before its time the next occurrence is completed by who asks, and the one after it is due", async () => {
    const todo = await create({ schedule: weekly });
    assert.equal(todo.nextRunAt, "2026-01-09T04:30:00.000Z");
    const finished = await finish(todo.id);
    assert.deepEqual(
      [finished.status, finished.dueDate, finished.nextRunAt, finished.scheduleStatus],
      ["ready", "2026-01-15", "2026-01-16T04:30:00.000Z", "pending"],
    );
    const [next, completed] = await occurrences(todo.id);
    assert.deepEqual([next?.status, next?.scheduledFor], ["scheduled", "2026-01-16T04:30:00.000Z"]);
    assert.deepEqual(
      [completed?.status, completed?.completedBy, completed?.runId],
      ["completed", service.userId, null],
    );
  });

  test("after its time it is the one that came, and the next one stays", async () => {
    const todo = await create({ schedule: { rrule: "FREQ=DAILY;BYHOUR=12;BYMINUTE=0;BYSECOND=0" } });
    const next = todo.nextRunAt ?? "";
    await service.pass(Date.parse(next) - clock.now() + 1000);
    await until(
      "the occurrence has come",
      () => read(todo.id),
      ({ nextRunAt }) => nextRunAt !== next,
    );
    const finished = await finish(todo.id);
    assert.equal(finished.dueDate, new Date(Date.parse(next) + day).toISOString().slice(0, 10));
    const [planned, came] = await occurrences(todo.id);
    assert.deepEqual([planned?.status, came?.completedBy], ["scheduled", service.userId]);
    await finish(todo.id);
    const [, early] = await occurrences(todo.id);
    assert.deepEqual([early?.id, early?.completedBy], [planned?.id, service.userId]);
  });

  test("with the last one of its series the todo is done", async () => {
    const todo = await create({ schedule: { rrule: "FREQ=DAILY;COUNT=2;BYHOUR=9;BYMINUTE=0;BYSECOND=0" } });
    assert.equal((await finish(todo.id)).status, "ready");
    const finished = await finish(todo.id);
    assert.deepEqual([finished.status, finished.scheduleStatus, finished.nextRunAt], ["done", "completed", null]);
    await service.refuses("completeOccurrence", { path: { todoId: todo.id } }, "occurrence_invalid_transition");
  });

  test("without a live schedule, and while an agent works on it, it is refused", async () => {
    const plain = await create({});
    await service.refuses("completeOccurrence", { path: { todoId: plain.id } }, "occurrence_required");
    const paused = await create({ schedule: weekly });
    await service.ok("updateTodo", { path: { todoId: paused.id }, body: { schedulePaused: true } });
    await service.refuses("completeOccurrence", { path: { todoId: paused.id } }, "occurrence_required");
    await service.refuses("completeOccurrence", { path: { todoId: absent } }, "resource_not_found");

    const { id } = await service.ok("createAgent", { body: { name: "Slow", requiresApproval: false } });
    const schedule = { runAt: new Date(clock.now() + 60_000).toISOString(), message: "hang" };
    const running = await create({ schedule, assignees: [{ id, type: "agent" }] });
    await service.pass(61_000);
    await hanging(service);
    await service.refuses("completeOccurrence", { path: { todoId: running.id } }, "occurrence_running");
    service.model.release();
  });

  test("a run that was started by hand goes on, and leaves the todo as it is when it ends", async () => {
    const { id: agentId } = await service.ok("createAgent", { body: { name: "By hand", requiresApproval: false } });
    const { id } = await create({ schedule: weekly });
    await service.ok("runTodo", { path: { todoId: id }, body: { agentId, message: "hang" } });
    await hanging(service);
    const finished = await finish(id);
    assert.deepEqual([finished.status, finished.latestRun?.status], ["ready", "running"]);
    service.model.release();
    const ended = await until(
      "the end of the run",
      () => read(id),
      ({ latestRun }) => latestRun?.status !== "running",
    );
    assert.deepEqual([ended.status, ended.dueDate, ended.latestRun?.status], ["ready", finished.dueDate, "completed"]);
  });
});
