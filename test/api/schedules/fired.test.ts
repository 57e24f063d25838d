/** Schedules that fire, over HTTP: the clock is the test's, the model does what the message says. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ScheduledOccurrence } from "../../../src/schema/schedule.ts";
import type { Todo } from "../../../src/schema/todo.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { createLocalTestModel } from "../../helpers/model.ts";
import { startTestService } from "../../helpers/service.ts";
import { hanging, until } from "../../helpers/wait.ts";
import { rows } from "../../helpers/pluck.ts";

const hour = 3_600_000;
// A Monday, 08:30 UTC.
const clock = createFakeClock(Date.UTC(2026, 0, 5, 8, 30));
/** A model on this machine: its turns keep their slots while it answers. */
const model = createLocalTestModel();
const service = await startTestService({ after }, { clock, model });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });

const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };
const soon = (): string => new Date(clock.now() + 60_000).toISOString();

async function create(schedule: object, more: object = {}): Promise<string> {
  const body = { title: "Recurring", assignees: [{ id: agentId, type: "agent" }], schedule, ...more };
  return (await service.ok("createTodo", { body })).id;
}

const read = (todoId: string): Promise<Todo> => service.ok("getTodo", { path: { todoId } });
const occurrences = async (todoId: string): Promise<ScheduledOccurrence[]> =>
  (await service.ok("listScheduledOccurrences", { path: { todoId } })).data;

/** The newest occurrence whose time has come, once it is as wanted. */
async function latest(todoId: string, ...statuses: ScheduledOccurrence["status"][]): Promise<ScheduledOccurrence> {
  const due = async () => (await occurrences(todoId)).find(({ status }) => status !== "scheduled");
  const found = await until(`an occurrence ${statuses.join("/")}`, due, (one) =>
    statuses.includes(one?.status as never),
  );
  return found ?? assert.fail();
}

test("an occurrence runs on time", { rules: ["schedules.fires", "schedules.next", "schedules.record"] }, async () => {
  const todoId = await create({ ...hourly, message: "Look at the books" });
  const before = await read(todoId);
  assert.deepEqual([before.nextRunAt, before.lastRunAt], ["2026-01-05T09:00:00.000Z", null]);
  const [planned] = await occurrences(todoId);
  assert.deepEqual([planned?.sequence, planned?.status, planned?.scheduledFor], [1, "scheduled", before.nextRunAt]);
  await service.pass(hour / 2);
  const done = await latest(todoId, "completed");
  assert.deepEqual([done.id, done.sequence, done.reason, done.error], [planned?.id, 1, null, null]);
  assert.ok(Math.abs(Date.parse(done.startedAt ?? "") - Date.parse(before.nextRunAt ?? "")) < 1000, "within a second");
  const todo = await read(todoId);
  assert.deepEqual(
    [todo.scheduleStatus, todo.lastRunAt?.slice(0, 19), todo.nextRunAt, todo.scheduleError],
    ["pending", "2026-01-05T09:00:00", "2026-01-05T10:00:00.000Z", null],
  );
  assert.deepEqual(
    [todo.latestRun?.id, todo.latestRun?.chatId, todo.latestRun?.status],
    [done.runId, done.chatId, "completed"],
  );
  const { data } = await service.ok("listMessages", { path: { chatId: done.chatId ?? "" } });
  assert.equal(data[0]?.text, "Look at the books");
  assert.deepEqual(rows(await occurrences(todoId), "sequence", "status"), [
    [2, "scheduled"],
    [1, "completed"],
  ]);
  await service.ok("updateTodo", { path: { todoId }, body: { schedule: null } });
});

test("a one_off schedule runs once, and is completed", { rules: ["schedules.one-off"] }, async () => {
  const todoId = await create({ runAt: soon() });
  clock.advance(60_000);
  await latest(todoId, "completed");
  const todo = await read(todoId);
  assert.deepEqual([todo.scheduleStatus, todo.nextRunAt, todo.scheduleError], ["completed", null, null]);
  const [series] = (await service.ok("listScheduledSeries", { query: { view: "history" } })).data;
  assert.deepEqual([series?.todoId, series?.status, series?.latestOccurrence?.status], [todoId, "ended", "completed"]);
});

test("a due schedule starts while every turn is busy, and waits", { rules: ["schedules.agent-busy"] }, async () => {
  for (let n = 0; n < 4; n += 1) await service.ok("createChat", { body: { message: "hang" } });
  await hanging({ model }, 4);
  const todoId = await create({ runAt: soon() });
  clock.advance(60_000);
  const waiting = await latest(todoId, "queued");
  assert.equal(waiting.reason, "agent_busy");
  const { latestRun, scheduleStatus } = await read(todoId);
  assert.deepEqual([latestRun?.id, latestRun?.status, scheduleStatus], [waiting.runId, "running", "queued"]);
  assert.ok(Date.parse(latestRun?.startedAt ?? "") - Date.parse(waiting.scheduledFor) < 1000);
  model.release();
  assert.equal((await latest(todoId, "completed")).id, waiting.id);
});
