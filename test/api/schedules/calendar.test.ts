/** The calendar: what is due, what schedules ran and will run, each day in the time zone that is asked for; and the list over all schedules. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { until } from "../../helpers/wait.ts";

// A Monday, 09:00 UTC.
const monday = Date.UTC(2026, 0, 5, 9);
const hour = 3_600_000;
const january = { from: "2026-01-01", to: "2026-01-31" };

const start = (t: TestContext) => startTestService(t, { clock: createFakeClock(monday) });
const daily = { rrule: "FREQ=DAILY;BYHOUR=10;BYMINUTE=0;BYSECOND=0" };

async function add(service: TestService, body: object): Promise<string> {
  return (await service.ok("createTodo", { body })).id;
}

/** Each entry in one line. */
async function read(service: TestService, query: Record<string, string> = january, credential = service.key) {
  const { data, hasMore } = await service.ok("getCalendar", { query, credential });
  const lines = data.map(({ date, at, kind, title, status, reason }) =>
    [date, at?.slice(11, 16), kind, title, status, reason].filter((part) => part != null).join(" "),
  );
  return { data, lines, hasMore };
}

test("days in the wrong order, too many of them, or none that exist are refused", async (t) => {
  const service = await start(t);
  for (const [query, param] of [
    [{ from: "2026-02-01", to: "2026-01-31" }, "to"],
    [{ from: "2026-01-01", to: "2026-03-04" }, "to"],
    [{ from: "2026-02-30", to: "2026-03-04" }, "from"],
    [{ from: "2026-02-01", to: "2026-03-04", timezone: "+01:00" }, "timezone"],
  ] as const)
    await service.refuses("getCalendar", { query }, "validation_failed", param);
  await service.ok("getCalendar", { query: { from: "2026-01-01", to: "2026-03-03" } });
  const credential = await service.keyFor(["chats:read"]);
  for (const id of ["getCalendar", "listAllOccurrences"] as const)
    await service.refuses(id, { query: id === "getCalendar" ? january : {}, credential }, "missing_scope");
});

test("due todos stand on their day, done ones too; archived todos, suggestions and other days are left out", async (t) => {
  const service = await start(t);
  await add(service, { title: "Second", dueDate: "2026-01-20" });
  const done = await add(service, { title: "First", dueDate: "2026-01-02" });
  await service.ok("updateTodo", { path: { todoId: done }, body: { status: "done" } });
  await add(service, { title: "Elsewhere", dueDate: "2026-02-01" });
  await add(service, { title: "No day" });
  const archived = await add(service, { title: "Archived", dueDate: "2026-01-20" });
  await service.ok("deleteTodo", { path: { todoId: archived } });
  const { lines, data } = await read(service);
  assert.deepEqual(lines, ["2026-01-02 due First done", "2026-01-20 due Second ready"]);
  assert.deepEqual([data[0]?.todoId, data[0]?.seriesId, data[0]?.at], [done, null, null]);
});

test("what a schedule will run is expanded, each on its day in the zone that is asked for", async (t) => {
  const service = await start(t);
  await add(service, { title: "Water", schedule: { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=23;BYMINUTE=30;BYSECOND=0" } });
  const utc = await read(service);
  assert.deepEqual(
    utc.lines,
    ["05", "12", "19", "26"].map((day) => `2026-01-${day} 23:30 occurrence Water scheduled`),
  );
  assert.deepEqual(
    utc.data.map(({ occurrenceId }) => occurrenceId !== null),
    [true, false, false, false],
    "the next one is planned already",
  );
  const berlin = await read(service, { ...january, timezone: "Europe/Berlin" });
  assert.deepEqual(
    berlin.data.map(({ date }) => date.slice(8)),
    ["06", "13", "20", "27"],
  );
  assert.deepEqual((await read(service, { from: "2026-03-01", to: "2026-03-08" })).lines, [
    "2026-03-02 23:30 occurrence Water scheduled",
  ]);
});

test("what did not run says why, and a paused schedule promises nothing", async (t) => {
  const service = await start(t);
  const todoId = await add(service, { title: "Report", schedule: daily });
  await service.stop();
  service.clock.advance(2 * hour);
  await service.restart();
  const status = async () => (await service.ok("listAllOccurrences", {})).data.map((one) => one.status);
  await until("what was missed is noted", status, (all) => all.includes("missed") || all.includes("completed"));
  const { lines } = await read(service, { from: "2026-01-05", to: "2026-01-07" });
  assert.match(lines[0] ?? "", /^2026-01-05 10:00 occurrence Report (missed service_down|completed)/);
  assert.deepEqual(lines.slice(1), [
    "2026-01-06 10:00 occurrence Report scheduled",
    "2026-01-07 10:00 occurrence Report scheduled",
  ]);
  await service.ok("updateTodo", { path: { todoId }, body: { schedulePaused: true } });
  const paused = await read(service, { from: "2026-01-06", to: "2026-01-31" });
  assert.deepEqual(paused.lines, ["2026-01-06 10:00 occurrence Report scheduled paused"]);
});

test("a thousand entries at most, the later ones left out; many schedules are merged by time", async (t) => {
  const service = await start(t);
  await add(service, { title: "Hourly", schedule: { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" } });
  await add(service, { title: "Daily", schedule: daily });
  const { data, hasMore } = await read(service, { from: "2026-01-06", to: "2026-02-28" });
  assert.deepEqual([data.length, hasMore], [1000, true]);
  const times = data.map(({ at }) => at ?? "");
  assert.deepEqual(times, times.toSorted());
  assert.equal(data.filter(({ date }) => date === "2026-01-06").length, 25);
  assert.equal((await read(service, { from: "2026-01-06", to: "2026-01-07" })).hasMore, false);
});

test("occurrences of all schedules are listed newest first, by status, agent and time, page by page", async (t) => {
  const service = await start(t);
  const { data: agents } = await service.ok("listAgents");
  const agentId = agents[0]?.id ?? "";
  await add(service, { title: "By hand", schedule: daily });
  await add(service, { title: "By agent", schedule: daily, assignees: [{ id: agentId, type: "agent" }] });
  service.clock.advance(hour);
  const list = (query: Readonly<Record<string, string | number>> = {}) => service.ok("listAllOccurrences", { query });
  await until(
    "both have run",
    () => list({ status: "completed" }),
    ({ data }) => data.length === 2,
  );
  const { data } = await list();
  assert.deepEqual(
    data.map(({ title, status, scheduledFor }) => `${title} ${status} ${scheduledFor.slice(8, 10)}`).toSorted(),
    ["By agent completed 05", "By agent scheduled 06", "By hand completed 05", "By hand scheduled 06"],
  );
  assert.deepEqual(
    (await list({ agentId })).data.map(({ title, agentId: of }) => [title, of]),
    [
      ["By agent", agentId],
      ["By agent", agentId],
    ],
  );
  const ran = data.find(({ chatId }) => chatId !== null);
  assert.deepEqual((await list({ chatId: ran?.chatId ?? "" })).data, [ran]);
  const todoId = ran?.todoId ?? "";
  const own = data.filter((one) => one.todoId === todoId);
  assert.deepEqual((await list({ todoId })).data, own);
  const none = "018f4e6a-0000-7000-8000-000000000009";
  for (const query of [{ chatId: none }, { todoId: none }]) assert.deepEqual((await list(query)).data, []);
  const before = await list({ to: "2026-01-06T00:00:00Z" });
  assert.deepEqual(new Set(before.data.map(({ status }) => status)), new Set(["completed"]));
  const first = await list({ limit: 3 });
  const rest = await list({ limit: 3, cursor: first.nextCursor ?? "" });
  assert.deepEqual([...first.data, ...rest.data], data);
  await service.refuses("listAllOccurrences", { query: { cursor: "x" } }, "invalid_cursor", "cursor");
  await service.ok("deleteTodo", { path: { todoId } });
  assert.equal((await list()).data.filter((one) => one.todoId === todoId).length, 0);
  assert.equal((await list({ todoId })).data.length, 2, "of one that is archived, when it is asked for");
});

test("titles that carry content of captures are withheld from who may not read them", async (t) => {
  const service = await start(t);
  const note = { type: "note", content: "TODO: buy the secret ingredient" };
  const { id: captureId } = await service.ok("createCapture", { body: note });
  const suggested = () => service.ok("listTodos", { query: { captureId } });
  const { data } = await until("a suggestion", suggested, (page) => page.data.length > 0);
  const [todo] = data;
  const path = { todoId: todo?.id ?? "" };
  const blind = await service.keyFor(["todos:read", "todos:write"]);
  // Accepted by who may not read captures, its words stay those of the capture.
  await service.ok("updateTodo", { path, body: { dueDate: "2026-01-08" }, credential: blind });
  assert.match((await read(service)).lines.join(), /secret ingredient/);
  const seen = JSON.stringify((await read(service, january, blind)).data);
  assert.ok(seen.includes(path.todoId) && !seen.includes("secret ingredient"), seen);
});
