/** Agents on todos: what is refused, what starts one, what a status does to it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { insertAgent } from "../../../src/workspace/agents/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { assistant, begin, me, setting, type Setting, unknown } from "./setting.ts";

const helper = fakeId(0xe);
const retired = fakeId(0xf);
const agent = (id: string) => ({ id, type: "agent" as const });
const person = { id: me, type: "user" as const };

function withAgents(space: Setting): Setting {
  for (const [id, isArchived] of [
    [helper, false],
    [retired, true],
  ] as const) {
    insertAgent(space.sql, {
      id,
      name: isArchived ? "Retired" : "Helper",
      description: null,
      instructions: null,
      version: 1,
      requiresApproval: false,
      approvalGuidance: null,
      workingHoursEnabled: false,
      workingHours: null,
      isDefault: false,
      isArchived,
      createdAt: begin,
      updatedAt: begin,
    });
  }
  return space;
}

function todoOf(space: Setting, assignees = [agent(assistant)]): string {
  return space.run("createTodo", { body: { title: "Write", content: "a letter", assignees } }).id;
}

const runCount = (space: Setting) => space.sql.get("SELECT count(*) FROM todo_runs")?.[0];

test("a run is refused naming what is missing, and none begins", (t) => {
  const space = withAgents(setting(t));
  const nobody = { todoId: todoOf(space, []) };
  const archived = { todoId: todoOf(space) };
  space.run("deleteTodo", { path: archived });
  const table: [{ todoId: string }, object, ErrorCode, string | null][] = [
    [{ todoId: unknown }, {}, "resource_not_found", null],
    [nobody, {}, "validation_failed", "agentId"],
    [nobody, { agentId: unknown }, "resource_not_found", "agentId"],
    [nobody, { agentId: retired }, "resource_conflict", "agentId"],
    [archived, {}, "resource_conflict", null],
    [nobody, { agentId: helper, message: " " }, "validation_failed", "message"],
  ];
  for (const [path, body, code, param] of table) space.refuses("runTodo", { path, body }, code, param);
  space.refuses("listTodoRuns", { path: { todoId: unknown } }, "resource_not_found", null);
  assert.equal(runCount(space), 0);
});

test("without minutes nothing that starts an agent takes effect, and everything else does", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  space.secondsLeft = 0;
  const run = { title: "B", assignees: [agent(assistant)], run: true };
  space.refuses("runTodo", { path }, "insufficient_minutes", null);
  space.refuses("createTodo", { body: run }, "insufficient_minutes", null);
  space.refuses("batchCreateTodos", { body: { data: [{ title: "C" }, run] } }, "insufficient_minutes", null);
  const added = { title: "D", assignees: [agent(assistant), agent(helper)] };
  space.refuses("updateTodo", { path, body: added }, "insufficient_minutes", null);
  assert.deepEqual(
    space.run("listTodos").data.map(({ title, status }) => [title, status]),
    [["Write", "ready"]],
  );
  assert.equal(space.run("updateTodo", { path, body: { title: "E" } }).title, "E");
});

test("a todo that is being run is not run again", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  space.run("runTodo", { path });
  space.refuses("runTodo", { path }, "resource_conflict", null);
  space.refuses("updateTodo", { path, body: { assignees: [agent(helper)] } }, "resource_conflict", null);
  assert.equal(runCount(space), 1);
});

test("a todo whose schedule is paused or has ended is not run", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  space.run("updateTodo", { path, body: { schedule: { rrule: "FREQ=DAILY" }, schedulePaused: true } });
  space.refuses("runTodo", { path }, "occurrence_required", null, /paused/);
  space.sql.run("UPDATE todos SET schedule_status = 'completed'");
  space.refuses("runTodo", { path }, "occurrence_required", null, /ended/);
  space.run("updateTodo", { path, body: { schedule: null } });
  assert.equal(space.run("runTodo", { path }).status, "running");
});

test("a run begins with the agent assigned, shows at the todo, and keeps it from being erased", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space, [agent(assistant)]) };
  space.now += 1000;
  const run = space.run("runTodo", { path });
  assert.deepEqual(
    [run.todoId, run.status, run.startedAt, run.finishedAt],
    [path.todoId, "running", new Date(space.now).toISOString(), null],
  );
  const todo = space.run("getTodo", { path });
  assert.deepEqual([todo.latestRun, todo.status, todo.updatedAt], [run, "in_progress", run.startedAt]);
  assert.equal(todo.lastRunAt, run.startedAt);
  assert.deepEqual(space.run("listTodos").data, [todo]);
  assert.deepEqual(space.run("listTodoRuns", { path }).data, [run]);
  space.refuses("deleteTodo", { path, query: { permanent: true } }, "resource_conflict", null, /has run/);
});

test("run at creation starts the first agent of the list; without it nothing starts", (t) => {
  const space = withAgents(setting(t));
  const body = { title: "Write", assignees: [person, agent(helper), agent(assistant)], run: true };
  const todo = space.run("createTodo", { body });
  assert.deepEqual([todo.status, todo.latestRun?.status], ["in_progress", "running"]);
  assert.equal(space.sql.get("SELECT agent_id FROM chats")?.[0], helper);
  const batch = space.run("batchCreateTodos", { body: { data: [body, { ...body, run: false }] } });
  assert.deepEqual(
    batch.data.map(({ latestRun }) => latestRun?.status ?? null),
    ["running", null],
  );
});

test("adding an agent starts it, once; those assigned before do not start again", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space, [agent(assistant)]) };
  const same = space.run("updateTodo", { path, body: { assignees: [agent(assistant), person], title: "B" } });
  assert.deepEqual([same.status, same.latestRun], ["ready", null]);
  const added = space.run("updateTodo", { path, body: { assignees: [agent(assistant), agent(helper)] } });
  assert.deepEqual([added.status, added.latestRun?.status], ["in_progress", "running"]);
  assert.equal(space.sql.get("SELECT agent_id FROM chats")?.[0], helper);
  assert.equal(runCount(space), 1);
});

test("adding an agent is refused for an archived todo, and starts nothing where the same change finishes it", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space, []) };
  space.run("deleteTodo", { path });
  space.refuses("updateTodo", { path, body: { assignees: [agent(helper)] } }, "resource_conflict", "assignees");
  space.run("restoreTodo", { path });
  const done = space.run("updateTodo", { path, body: { status: "done", assignees: [agent(helper)] } });
  assert.deepEqual([done.status, done.latestRun, done.assignees], ["done", null, [agent(helper)]]);
});

test("done ends the run and its chat, and stays done", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  space.run("runTodo", { path });
  space.now += 1000;
  const done = space.run("updateTodo", { path, body: { status: "done" } });
  assert.deepEqual([done.status, done.latestRun?.status], ["done", "cancelled"]);
  assert.deepEqual(space.sql.all("SELECT DISTINCT status FROM chats"), [["cancelled"]]);
  assert.equal(space.run("updateTodo", { path, body: { status: "ready" } }).status, "ready");
  assert.equal(space.run("runTodo", { path }).status, "running");
});

test("running a suggestion accepts it", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  space.sql.run("UPDATE todos SET is_suggested = 1");
  space.run("runTodo", { path });
  assert.equal(space.run("getTodo", { path }).isSuggested, false);
});

test("runs come most recent first, page by page; a made-up cursor is refused", (t) => {
  const space = withAgents(setting(t));
  const path = { todoId: todoOf(space) };
  const ids = [1, 2, 3].map(() => {
    const { id } = space.run("runTodo", { path });
    for (const status of ["done", "ready"] as const) space.run("updateTodo", { path, body: { status } });
    return id;
  });
  const first = space.run("listTodoRuns", { path, query: { limit: 2 } });
  const rest = space.run("listTodoRuns", { path, query: { limit: 2, cursor: first.nextCursor ?? "" } });
  assert.deepEqual(
    [...first.data, ...rest.data].map(({ id }) => id),
    ids.toReversed(),
  );
  assert.deepEqual([first.hasMore, rest.hasMore, rest.nextCursor], [true, false, null]);
  for (const cursor of ["x", "[]", "[1]", `["${unknown}"]`]) {
    space.refuses("listTodoRuns", { path, query: { cursor } }, "invalid_cursor", "cursor");
  }
});
