/** Schedules of a service whose clock runs far ahead and is set back, or whose time-zone data is renewed. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";
import { inFile } from "../../helpers/workspace-file.ts";

const hour = 3_600_000;
const begin = Date.UTC(2026, 0, 5, 9, 30);
const far = Date.UTC(2026, 2, 5, 9, 30);
const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };

interface Space {
  readonly id: string;
  readonly key: string;
  readonly todoId: string;
}

async function schedule(service: TestService, schedule: object): Promise<Space> {
  const { id, key } = await service.addWorkspace("Space");
  const { data: agents } = await service.ok("listAgents", { credential: key });
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const body = { title: "Report", assignees, schedule };
  return { id, key, todoId: (await service.ok("createTodo", { body, credential: key })).id };
}

/** What ran, by its planned time. */
async function ran(service: TestService, { todoId, key }: Space): Promise<string[]> {
  const request = { path: { todoId }, query: { limit: 100 }, credential: key };
  const { data } = await service.ok("listScheduledOccurrences", request);
  return data
    .filter(({ status }) => status === "completed")
    .map(({ scheduledFor }) => scheduledFor.slice(5, 16))
    .sort();
}

async function expectRuns(service: TestService, space: Space, expected: readonly string[]): Promise<void> {
  await until(
    expected.join(),
    () => ran(service, space),
    (found) => found.length >= expected.length,
  );
  assert.deepEqual(await ran(service, space), expected);
}

/** The clock runs two months ahead and then is right again; `between` happens while it is ahead, and after it was set back. */
async function astray(service: TestService, space: Space, between: () => Promise<void>): Promise<void> {
  service.clock.setWall(far);
  service.clock.advance(15_000);
  await expectRuns(service, space, ["03-05T09:00"]);
  await between();
  service.clock.setWall(begin);
  await between();
  service.clock.advance(15_000);
}

test("set back while open: each run comes once", { rules: ["schedules.clock", "schedules.once"] }, async (t) => {
  const service = await startTestService(t);
  const space = await schedule(service, hourly);
  await astray(service, space, async () => undefined);
  await until(
    "the plan of the clock that is right",
    () => service.ok("getTodo", { path: { todoId: space.todoId }, credential: space.key }),
    ({ nextRunAt }) => nextRunAt === "2026-01-05T10:00:00.000Z",
  );
  service.clock.advance(hour / 2);
  await expectRuns(service, space, ["01-05T10:00", "03-05T09:00"]);
  service.clock.advance(hour);
  await expectRuns(service, space, ["01-05T10:00", "01-05T11:00", "03-05T09:00"]);
});

test("set back while closed: it opens once", { rules: ["schedules.clock", "schedules.closed"] }, async (t) => {
  const service = await startTestService(t, { configuration: { maxOpen: 1 } });
  const other = await schedule(service, { runAt: "2026-06-01T09:00:00Z" });
  const space = await schedule(service, hourly);
  await astray(service, space, async () => {
    // Another one is asked for, so that this one is closed.
    await service.ok("listTodos", { credential: service.key });
  });
  const before = service.model.requests.length;
  service.clock.advance(hour / 2);
  // Asked before anybody reads of the workspace, which would open it.
  await eventually("a run", () => service.model.requests.length === before + 1);
  await expectRuns(service, space, ["01-05T10:00", "03-05T09:00"]);
  assert.deepEqual(await ran(service, other), []);
});

test("set back while the service is down: the runs in between come", { rules: ["schedules.clock"] }, async (t) => {
  for (const isKilled of [false, true]) {
    const service = await startTestService(t, { configuration: { maxOpen: 1 } });
    const space = await schedule(service, hourly);
    const other = await service.addWorkspace("Other");
    const file = join(service.dataDir, "alarms-3");
    service.clock.setWall(far);
    service.clock.advance(15_000);
    await expectRuns(service, space, ["03-05T09:00"]);
    await service.pass(60_000);
    // Others are asked for until it is closed.
    const said = new RegExp(`^${space.id} ${Date.UTC(2026, 2, 5, 10)} `, "m");
    await until(
      "its alarm",
      async () => {
        for (const credential of [other.key, service.key]) await service.ok("listTodos", { credential });
      },
      () => said.test(readFileSync(file, "utf8")),
    );
    await service.stop();
    // A kill leaves what was written when the workspace began to change: long before the clock went astray.
    const lines = readFileSync(file, "utf8");
    if (isKilled) writeFileSync(file, lines.replace(new RegExp(`^${space.id} .*$`, "gm"), `${space.id} 0 0`));
    service.clock.setWall(begin);
    await service.restart();
    service.clock.advance(15_000);
    const before = service.model.requests.length;
    service.clock.advance(hour / 2);
    await eventually("a run", () => service.model.requests.length === before + 1);
    await expectRuns(service, space, ["01-05T10:00", "03-05T09:00"]);
    await service.stop();
  }
});

test("newer time-zone data: an earlier run comes then, once", { rules: ["schedules.zone-data"] }, async (t) => {
  const service = await startTestService(t);
  const space = await schedule(service, hourly);
  await service.stop();
  // As older data had it: half an hour later than it is by the data of this process.
  const late = hour / 2;
  await inFile(service.dataDir, space.id, (sql) => {
    sql.run("UPDATE occurrences SET scheduled_for = scheduled_for + ?", late);
    sql.run("UPDATE series SET next_run_at = next_run_at + ?", late);
    sql.run("UPDATE work SET due_at = due_at + ? WHERE kind = 'occurrence'", late);
    sql.run("UPDATE meta SET value = '2020a' WHERE key = 'zoneData'");
  });
  const file = join(service.dataDir, "alarms-3");
  const ten = Date.UTC(2026, 0, 5, 10);
  const lines = readFileSync(file, "utf8").replace(/^zone-data .*$/m, "zone-data 2020a");
  writeFileSync(file, lines.replace(`${space.id} ${ten} `, `${space.id} ${ten + late} `));
  await service.restart();
  service.clock.advance(1000);
  service.clock.setWall(ten - 1000);
  service.clock.advance(1000);
  await eventually("a run", () => service.model.requests.length === 1);
  await expectRuns(service, space, ["01-05T10:00"]);
  const todo = await service.ok("getTodo", { path: { todoId: space.todoId }, credential: space.key });
  assert.equal(todo.nextRunAt, "2026-01-05T11:00:00.000Z");
});
