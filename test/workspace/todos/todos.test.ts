/** Changing todos one field at a time, suggestions that are accepted, and what no request over HTTP can bring about. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeId } from "../../helpers/ids.ts";
import { assistant, colleague, me, setting, type Setting, unknown } from "./setting.ts";
import { pluck } from "../../helpers/pluck.ts";

function todoOf(space: Setting, body: object = { title: "Mow the lawn" }): string {
  return space.run("createTodo", { body }).id;
}

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

test("todos stay in the order of creation even when the clock falls back", (t) => {
  const space = setting(t);
  const ids = [0, -60_000, 5].map((step) => {
    space.now += step;
    return space.run("createTodo", { body: { title: "A" } }).id;
  });
  const { data } = space.run("listTodos");
  assert.deepEqual(pluck(data, "id"), ids.toReversed());
  assert.deepEqual(
    pluck(data, "createdAt"),
    data
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
});

test("each field changes alone and moves updatedAt", { rules: ["todos.update.keeps", "todos.update.clears"] }, (t) => {
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

test("every status can follow every other", { rules: ["todos.update.done", "todos.update.reopen"] }, (t) => {
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

test("running a suggestion accepts it", (t) => {
  const space = setting(t);
  const path = { todoId: todoOf(space, { title: "Write", assignees: [{ id: assistant, type: "agent" }] }) };
  space.sql.run("UPDATE todos SET is_suggested = 1");
  space.run("runTodo", { path });
  assert.equal(space.run("getTodo", { path }).isSuggested, false);
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
  for (const cursor of ["x", "[]", "[1]", `["${unknown}"]`]) {
    const request = { path: { todoId: todoOf(space) }, query: { cursor } };
    space.refuses("listTodoRuns", request, "invalid_cursor", "cursor");
  }
});
