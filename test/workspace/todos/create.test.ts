/** Making todos: what is refused, what is filled in, all or none of a batch. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { fakeId } from "../../helpers/ids.ts";
import { assistant, begin, colleague, inbox, me, setting, type Setting, unknown } from "./setting.ts";
import { addCapture } from "../captures.ts";

const total = (space: Setting) => space.run("summariseTodos").total;

test("a new todo is refused naming the field, and nothing is made", (t) => {
  const space = setting(t);
  const archived = space.run("createTodoList", { body: { name: "Archived" } }).id;
  space.run("deleteTodoList", { path: { todoListId: archived } });
  const person = (id: string) => ({ id, type: "user" as const });
  const agent = (id: string) => ({ id, type: "agent" as const });
  const table: [object, ErrorCode, string, RegExp][] = [
    [{}, "validation_failed", "title", /title, a content/],
    [{ content: "" }, "validation_failed", "title", /title, a content/],
    [{ title: " " }, "validation_failed", "title", /empty/],
    [{ title: "A", todoListId: inbox, todoListName: "Inbox" }, "validation_failed", "todoListName", /not both/],
    [{ title: "A", todoListName: "Nowhere" }, "validation_failed", "todoListName", /"Nowhere".*"Inbox"/],
    [{ title: "A", todoListName: "Archived" }, "validation_failed", "todoListName", /"Inbox"/],
    [{ title: "A", todoListId: unknown }, "resource_not_found", "todoListId", /no todo list/],
    [{ title: "A", todoListId: archived }, "resource_conflict", "todoListId", /archived/],
    [{ title: "A", captureId: unknown }, "resource_not_found", "captureId", /no capture/],
    [{ title: "A", assignees: [person(unknown)] }, "resource_not_found", "assignees[0].id", /no person/],
    [{ title: "A", assignees: [person(me), agent(unknown)] }, "resource_not_found", "assignees[1].id", /no agent/],
    [{ title: "A", assignees: [agent(me)] }, "resource_not_found", "assignees[0].id", /no agent/],
    [{ title: "A", run: true }, "validation_failed", "run", /agent/],
    [{ title: "A", run: true, assignees: [] }, "validation_failed", "run", /agent/],
    [{ title: "A", dueDate: "2026-02-30" }, "validation_failed", "dueDate", /exists/],
    [{ title: "A", schedule: {} }, "validation_failed", "schedule", /exactly one/],
    [{ title: "A", schedule: { rrule: "FREQ=MINUTELY" } }, "validation_failed", "schedule.rrule", /HOURLY/],
  ];
  for (const [body, code, param, words] of table) space.refuses("createTodo", { body }, code, param, words);
  assert.equal(total(space), 0);
});

test("a batch with one invalid item makes nothing, and names the item and its field", (t) => {
  const space = setting(t);
  const table: [object, ErrorCode, string][] = [
    [{ content: "" }, "validation_failed", "data[1].title"],
    [{ title: "" }, "validation_failed", "data[1].title"],
    [{ title: "A", todoListId: unknown }, "resource_not_found", "data[1].todoListId"],
    [{ title: "A", todoListName: "Nowhere" }, "validation_failed", "data[1].todoListName"],
    [{ title: "A", assignees: [{ id: unknown, type: "user" }] }, "resource_not_found", "data[1].assignees[0].id"],
    [{ title: "A", run: true }, "validation_failed", "data[1].run"],
    [{ title: "A", schedule: { rrule: "X" } }, "validation_failed", "data[1].schedule.rrule"],
  ];
  for (const [item, code, param] of table) {
    space.refuses("batchCreateTodos", { body: { data: [{ title: "Fine" }, item] } }, code, param);
  }
  assert.equal(total(space), 0);
  assert.deepEqual(space.run("listTodos", { query: { query: "Fine" } }).data, []);
});

test("a new todo shows every field, with its defaults", (t) => {
  const space = setting(t);
  assert.deepEqual(space.run("createTodo", { body: { title: "  Send the invoice " } }), {
    object: "todo",
    id: fakeId(3),
    title: "Send the invoice",
    content: null,
    status: "ready",
    priority: null,
    type: "task",
    todoListId: inbox,
    dueDate: null,
    assignees: [{ id: me, type: "user" }],
    captureId: null,
    isArchived: false,
    isSuggested: false,
    source: "user_created",
    scheduleError: null,
    retiredAt: null,
    retiredBy: null,
    retirementRunPolicy: null,
    rrule: null,
    timezone: null,
    nextRunAt: null,
    lastRunAt: null,
    scheduleType: null,
    scheduleStatus: null,
    lastNotificationStatus: null,
    lastNotificationSentAt: null,
    latestRun: null,
    minutesSaved: null,
    minutesSavedReason: null,
    minutesSavedConfidence: null,
    createdAt: new Date(begin).toISOString(),
    updatedAt: new Date(begin).toISOString(),
  });
});

test("what was sent is kept as it was sent", (t) => {
  const space = setting(t);
  addCapture(space.sql, fakeId(77));
  const content = '# Markdown\r\n\t- "quoted" \\ \' 🛒 e\u0301\n';
  const body = {
    content,
    priority: "urgent",
    type: "responsibility",
    dueDate: "2028-02-29",
    captureId: fakeId(77),
    assignees: [
      { id: assistant, type: "agent" },
      { id: colleague, type: "user" },
      { id: assistant, type: "agent" },
    ],
  } as const;
  const todo = space.run("createTodo", { body: { ...body, assignees: [...body.assignees] } });
  assert.deepEqual(space.run("getTodo", { path: { todoId: todo.id } }), todo);
  const { title, priority, type, dueDate, captureId, assignees, status, latestRun } = todo;
  assert.deepEqual(
    { title, content: todo.content, priority, type, dueDate, captureId, assignees },
    { title: null, ...body, assignees: body.assignees.slice(0, 2) },
  );
  assert.deepEqual([status, latestRun], ["ready", null], "assigning an agent starts nothing");
});

test("a list is named exactly, else in any case; the oldest of a name takes the todo", (t) => {
  const space = setting(t);
  const [one, two, three] = ["straße", "Straße", "Straße"].map(
    (name) => space.run("createTodoList", { body: { name } }).id,
  );
  const target = (todoListName: string) => space.run("createTodo", { body: { title: "A", todoListName } }).todoListId;
  assert.equal(target("Straße"), two);
  assert.equal(target("STRASSE"), one);
  space.run("updateTodo", { path: { todoId: space.run("listTodos").data[1]?.id ?? "" }, body: { todoListId: inbox } });
  space.run("deleteTodoList", { path: { todoListId: two ?? "" } });
  assert.equal(target("Straße"), three);
});

test("a todo that an agent makes says so", (t) => {
  const space = setting(t);
  space.acting = {
    turnId: fakeId(51),
    chatId: fakeId(52),
    agentId: assistant,
    depth: 0,
    carried: null,
    isApproved: false,
    shows() {},
  };
  const { source, assignees } = space.run("createTodo", { body: { title: "A" } });
  assert.deepEqual({ source, assignees }, { source: "agent_created", assignees: [{ id: me, type: "user" }] });
});

test("a batch answers in the order of its input", (t) => {
  const space = setting(t);
  const data = Array.from({ length: 50 }, (_, index) => ({ title: `Todo ${index}` }));
  const answer = space.run("batchCreateTodos", { body: { data } });
  assert.deepEqual(
    answer.data.map(({ title }) => title),
    data.map(({ title }) => title),
  );
  assert.deepEqual([answer.object, answer.hasMore, answer.nextCursor], ["list", false, null]);
});

test("todos stay in the order of creation even when the clock falls back", (t) => {
  const space = setting(t);
  const ids = [0, -60_000, 5].map((step) => {
    space.now += step;
    return space.run("createTodo", { body: { title: "A" } }).id;
  });
  const { data } = space.run("listTodos");
  assert.deepEqual(
    data.map(({ id }) => id),
    ids.toReversed(),
  );
  assert.deepEqual(
    data.map(({ createdAt }) => createdAt),
    data
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
});

test("a scheduled todo shows its rule, its zone and its next run", (t) => {
  const space = setting(t);
  const schedule = { rrule: "RRULE:FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" };
  const todo = space.run("createTodo", { body: { title: "A", schedule } });
  const { rrule, timezone, nextRunAt, scheduleType, scheduleStatus } = todo;
  assert.deepEqual(
    { rrule, timezone, nextRunAt, scheduleType, scheduleStatus },
    {
      rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0",
      timezone: "Europe/Berlin",
      nextRunAt: "2026-01-12T08:00:00.000Z",
      scheduleType: "recurring",
      scheduleStatus: "pending",
    },
  );
  const once = space.run("createTodo", { body: { title: "B", schedule: { runAt: "2026-02-01T09:00:00+01:00" } } });
  assert.deepEqual(
    [once.rrule, once.timezone, once.nextRunAt, once.scheduleType, once.scheduleStatus],
    [null, "UTC", "2026-02-01T08:00:00.000Z", "one_off", "pending"],
  );
});
