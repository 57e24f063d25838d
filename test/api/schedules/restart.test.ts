/** Schedules of a service that stops, starts, and keeps most of its workspaces closed. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fakeId } from "../../helpers/ids.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { chatEnd, hanging, until } from "../../helpers/wait.ts";

const hour = 3_600_000;
const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };

async function schedule(service: TestService, input: object, credential?: string): Promise<string> {
  const more = credential === undefined ? {} : { credential };
  const { data: agents } = await service.ok("listAgents", more);
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  return (await service.ok("createTodo", { body: { title: "Report", assignees, schedule: input }, ...more })).id;
}

/** Oldest first. */
async function story(service: TestService, todoId: string, credential?: string): Promise<string[]> {
  const request = { path: { todoId }, ...(credential === undefined ? {} : { credential }) };
  const { data } = await service.ok("listScheduledOccurrences", request);
  return data.reverse().map(({ scheduledFor, status }) => `${scheduledFor.slice(11, 16)} ${status}`);
}

const runs = async (service: TestService, todoId: string): Promise<number> =>
  (await service.ok("listTodoRuns", { path: { todoId } })).data.length;

test("after downtime the last missed one runs", { rules: ["schedules.catch-up", "schedules.fires"] }, async (t) => {
  const service = await startTestService(t);
  const todoId = await schedule(service, hourly);
  await service.stop();
  service.clock.advance(3 * hour + 60_000);
  await service.restart();
  service.clock.advance(1000);
  const last = await until(
    "a run",
    () => story(service, todoId),
    (lines) => lines.includes("12:00 completed"),
  );
  assert.deepEqual(last, ["10:00 missed", "11:00 missed", "12:00 completed", "13:00 scheduled"]);
  assert.equal(await runs(service, todoId), 1);
});

test("a restart neither repeats nor loses a run", { rules: ["schedules.once", "chats.restart"] }, async (t) => {
  const service = await startTestService(t);
  const todoId = await schedule(service, { ...hourly, message: "hang" });
  service.clock.advance(hour);
  await hanging(service);
  for (let n = 0; n < 3; n += 1) {
    await service.restart();
    service.clock.advance(1000);
    await hanging(service);
    assert.deepEqual(await story(service, todoId), ["10:00 running", "11:00 scheduled"]);
  }
  service.model.release();
  await until(
    "the end",
    () => story(service, todoId),
    ([first]) => first === "10:00 completed",
  );
  assert.equal(await runs(service, todoId), 1);
});

test("a restart between two planned times runs the next one at its time", { rules: ["schedules.once"] }, async (t) => {
  const service = await startTestService(t);
  const todoId = await schedule(service, hourly);
  service.clock.advance(hour);
  await until(
    "the first",
    () => story(service, todoId),
    ([first]) => first === "10:00 completed",
  );
  await service.restart();
  await service.restart();
  service.clock.advance(hour - 10_000);
  assert.deepEqual(await story(service, todoId), ["10:00 completed", "11:00 scheduled"]);
  service.clock.advance(10_000);
  await until(
    "the second",
    () => story(service, todoId),
    (lines) => lines[1] === "11:00 completed",
  );
  assert.equal(await runs(service, todoId), 2);
});

test("due workspaces are opened by one timer, and no others", { rules: ["schedules.closed"] }, async (t) => {
  const service = await startTestService(t, { configuration: { maxOpen: 1 } });
  const spaces: { readonly id: string; readonly key: string; readonly todoId: string }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const space = await service.addWorkspace(`Space ${n}`);
    const soon = new Date(Date.UTC(2026, 0, 5, n === 3 ? 20 : 11, n)).toISOString();
    spaces.push({ ...space, todoId: await schedule(service, { runAt: soon }, space.key) });
  }
  await service.stop();
  // Many more that have their moment a year from now; none of them has a file, so that opening one would be heard of.
  const file = join(service.dataDir, "alarms-3");
  const later = Date.UTC(2027, 0, 1);
  const lines = Array.from({ length: 500 }, (_, n) => `${fakeId(1000 + n)} ${later + n} 0\n`);
  writeFileSync(file, readFileSync(file, "utf8") + lines.join(""));
  await service.restart();
  const timers = service.clock.pending;
  assert.ok(timers < 20, `${timers} timers for 504 workspaces`);
  const before = service.model.requests.length;
  service.clock.advance(2 * hour + 3 * 60_000);
  // Asked before anybody reads of these workspaces, which would open them.
  await eventually("three runs", () => service.model.requests.length === before + 3);
  for (const { todoId, key } of spaces.slice(0, 3)) {
    await until(
      "a run",
      () => story(service, todoId, key),
      ([line]) => line?.endsWith("completed") === true,
    );
  }
  assert.deepEqual(await story(service, spaces[3]?.todoId ?? "", spaces[3]?.key), ["20:03 scheduled"]);
  await eventually("timers are few", () => service.clock.pending < 20);
  assert.deepEqual(
    service.log.filter((line) => line.includes("could not be opened")),
    [],
  );
});

for (const [how, minutesPerMonth] of [
  ["grown", 5],
  ["no longer there", null],
] as const) {
  test(
    `what waits for minutes starts once the budget has ${how === "grown" ? how : "gone"}`,
    { rules: ["schedules.minutes"] },
    async (t) => {
      const poor = await startTestService(t, { configuration: { minutesPerMonth: 1 } });
      const { id: workspaceId, key: credential } = await poor.addWorkspace("Elsewhere");
      await spendAll(poor);
      const { data: agents } = await poor.ok("listAgents", { credential });
      const runAt = new Date(poor.clock.now() + 60_000).toISOString();
      const body = { title: "Report", assignees: [{ id: agents[0]?.id, type: "agent" }], schedule: { runAt } };
      const { id: todoId } = await poor.ok("createTodo", { credential, body });
      const todo = () => poor.ok("getTodo", { credential, path: { todoId } });
      poor.clock.advance(60_000);
      await until("it waits", todo, ({ scheduleStatus }) => scheduleStatus === "queued");
      const asked = poor.model.requests.length;
      await poor.restart({ minutesPerMonth: 1 });
      assert.equal((await todo()).scheduleStatus, "queued");
      await poor.restart({ minutesPerMonth });
      poor.clock.advance(1);
      await eventually(`the agent is asked in ${workspaceId}`, () => poor.model.requests.length > asked);
      await until("it has run", todo, ({ scheduleStatus }) => scheduleStatus === "completed");
      assert.deepEqual([(await todo()).scheduleError, (await todo()).latestRun?.status], [null, "completed"]);
    },
  );
}

/** Has an agent work for more than a minute. */
async function spendAll(service: TestService): Promise<void> {
  const { id } = await service.ok("createChat", { body: { message: "hang" } });
  await hanging(service);
  service.clock.advance(61_000);
  service.model.release();
  await chatEnd(service, id);
}
