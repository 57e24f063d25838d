/** Series by view, and the occurrences of a todo, page by page. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ScheduledSeries } from "../../../src/schema/schedule.ts";
import { fakeId } from "../../helpers/ids.ts";
import { daily, day, ends, hour, hourly, monday, open, type Space } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

const at = (hourOfDay: number): object => ({ rrule: "FREQ=DAILY", startsAt: `2026-01-01T${hourOfDay}:00:00` });

function walk(space: Space, query: object): string[] {
  const found: ScheduledSeries[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const more = cursor === undefined ? {} : { cursor };
    const page = space.run("listScheduledSeries", { query: { ...query, ...more } });
    assert.equal(page.hasMore, page.nextCursor !== null);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found.map(({ title }) => title ?? "");
}

test("series are listed by view, soonest or newest first", { rules: ["series.views", "series.order"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const named = (title: string, schedule: object) => space.todo(schedule, agentId, { title });
  const late = named("late", at(15));
  const early = named("early", at(11));
  const failing = named("failing", at(10));
  const over = named("over", { runAt: "2026-01-05T10:00:00Z" });
  const paused = named("paused", at(12));
  const ended = [named("ended first", at(13)), named("ended last", at(14))];
  space.patch(paused, { schedulePaused: true });
  for (const todoId of ended) space.run("retireTodoSchedule", { path: { todoId }, body: {} });
  space.passTo(monday + hour);
  space.end(failing, ends.failed);
  space.end(over, ends.failed);
  const titles = (view?: string) => walk(space, view === undefined ? {} : { view });
  assert.deepEqual(titles(), ["early", "late", "failing"]);
  assert.deepEqual(titles("scheduled"), ["early", "late", "failing"]);
  assert.deepEqual(titles("paused"), ["paused"]);
  assert.deepEqual(titles("attention"), ["failing", "over"], "and what runs no more is scheduled no more");
  assert.deepEqual(titles("history"), ["ended last", "ended first"]);
  assert.deepEqual(space.series("attention")[0]?.status, "attention");
  assert.equal(space.series("attention")[0]?.latestOccurrence?.status, "failed");
  space.patch(early, { schedulePaused: true });
  space.patch(late, { schedule: null });
  assert.deepEqual(titles(), ["failing"]);
});

test("a series shows what its todo says and what its schedule says", { rules: ["series.record"] }, (t) => {
  const space = open(t);
  const agentId = space.agent("Worker");
  const todoId = space.todo(
    { ...daily, timezone: "Europe/Berlin", overlapPolicy: "queue", catchUpPolicy: "skip" },
    agentId,
  );
  const [series] = space.series();
  const todo = space.read(todoId);
  assert.deepEqual(series, {
    object: "scheduled_series",
    id: series?.id,
    todoId,
    captureId: null,
    agentId,
    title: "Report",
    todoListId: todo.todoListId,
    scheduleType: "recurring",
    rrule: "FREQ=DAILY",
    runAt: null,
    timezone: "Europe/Berlin",
    status: "active",
    nextRunAt: "2026-01-06T09:00:00.000Z",
    lastRunAt: null,
    latestOccurrence: null,
    scheduleError: null,
    overlapPolicy: "queue",
    catchUpPolicy: "skip",
    pausedAt: null,
    retiredAt: null,
    retiredBy: null,
    retirementRunPolicy: null,
    createdAt: todo.createdAt,
    updatedAt: todo.createdAt,
  });
  space.todo({ runAt: "2026-01-05T10:00:00Z" }, null);
  const [oneOff] = space.series();
  assert.deepEqual(
    [oneOff?.scheduleType, oneOff?.runAt, oneOff?.rrule, oneOff?.agentId],
    ["one_off", "2026-01-05T10:00:00.000Z", null, null],
  );
});

test("a list filters by todo list, counts and pages", { rules: ["series.list", "series.count"] }, (t) => {
  const space = open(t);
  const { id: todoListId } = space.run("createTodoList", { body: { name: "House" } });
  for (let n = 0; n < 7; n += 1) {
    space.todo(at(10 + (n % 3)), null, { title: `T${n}`, ...(n % 2 === 0 ? { todoListId } : {}) });
  }
  assert.deepEqual(walk(space, { limit: 2 }), ["T0", "T3", "T6", "T1", "T4", "T2", "T5"]);
  assert.deepEqual(walk(space, { limit: 1, todoListId }), ["T0", "T6", "T4", "T2"]);
  const count = (query: object) => space.run("listScheduledSeries", { query: { limit: 1, ...query } }).totalCount;
  assert.deepEqual(
    [count({}), count({ todoListId }), count({ todoListId: fakeId(9) }), count({ view: "history" })],
    [7, 4, 0, 0],
  );
  for (const cursor of ["x", "[]", '["a", 1]', "[null, 1]"]) {
    space.refuses("listScheduledSeries", { query: { cursor } }, "invalid_cursor");
  }
});

test("occurrences are listed newest first, by cursor", { rules: ["occurrences.list", "occurrences.cursor"] }, (t) => {
  const space = open(t);
  const todoId = space.todo(hourly, null);
  const other = space.todo(hourly, null);
  space.passTo(monday + 5 * hour);
  const page = (query: object) => space.run("listScheduledOccurrences", { path: { todoId }, query });
  const all = page({}).data;
  assert.deepEqual(pluck(all, "sequence"), [6, 5, 4, 3, 2, 1]);
  const first = page({ limit: 4 });
  assert.deepEqual([first.hasMore, first.nextCursor], [true, all[3]?.id]);
  const rest = page({ limit: 4, cursor: first.nextCursor });
  assert.deepEqual([[...first.data, ...rest.data], rest.hasMore, rest.nextCursor], [all, false, null]);
  const foreign = space.occurrences(other)[0]?.id;
  for (const cursor of [foreign, fakeId(0xabc), "", "W10", "\0", `${first.nextCursor}\0`]) {
    space.refuses("listScheduledOccurrences", { path: { todoId }, query: { cursor } }, "invalid_cursor");
  }
  space.refuses("listScheduledOccurrences", { path: { todoId: fakeId(0xabc) } }, "resource_not_found");
  space.passTo(monday + day);
  assert.deepEqual(page({ limit: 4, cursor: first.nextCursor }).data, rest.data, "what comes later moves nothing");
});
