/** Filtering, sorting and counting todos: each filter against the model of the list. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Todo } from "../../../src/schema/todo.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { listed, type TodoQuery } from "../../helpers/todo-list.ts";
import { until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { userId } = service;
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker" } });
const { id: listId } = await service.ok("createTodoList", { body: { name: "Second" } });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";
const priorities = ["urgent", "high", "medium", "low", undefined] as const;
const statuses = ["ready", "in_progress", "done"] as const;

for (let n = 0; n < 30; n++) {
  const body = {
    title: `Todo ${n}`,
    content: n % 4 === 0 ? `100% of_the \\ work ${n}` : undefined,
    priority: priorities[n % 5],
    type: n % 7 === 0 ? "responsibility" : "task",
    dueDate: n % 6 === 0 ? undefined : `2026-04-${String(1 + (n % 9)).padStart(2, "0")}`,
    todoListId: n % 3 === 0 ? listId : undefined,
    assignees: [
      undefined,
      [],
      [{ id: agentId, type: "agent" }],
      [
        { id: agentId, type: "agent" },
        { id: userId, type: "user" },
      ],
    ][n % 4],
  };
  const { id } = await service.ok("createTodo", { body });
  service.clock.advance(1000);
  const status = statuses[n % 3];
  if (status !== "ready") await service.ok("updateTodo", { path: { todoId: id }, body: { status } });
  if (n % 10 === 9) await service.ok("deleteTodo", { path: { todoId: id } });
  service.clock.advance(1000);
}

const list = async (query: object): Promise<readonly Todo[]> =>
  (await service.ok("listTodos", { query: { limit: 100, ...query } })).data;
const active = await list({});
const archived = await list({ includeArchived: true });
const middle = active[12] as Todo;

const filters: readonly TodoQuery[] = [
  ...(["ready", "in_progress", "done", "active"] as const).map((status) => ({ status })),
  ...(["urgent", "low", "none"] as const).map((priority) => ({ priority })),
  ...(["task", "responsibility"] as const).map((type) => ({ type })),
  { todoListId: listId },
  { captureId: unknownId },
  { assigneeId: agentId },
  { assigneeId: unknownId },
  { assignedToMe: true },
  { assignedToMe: false },
  { assignedToMe: true, assigneeId: agentId },
  { unassigned: true },
  { unassigned: true, assigneeId: agentId },
  { unassigned: true, assignedToMe: true },
  { updatedSince: middle.updatedAt },
  { createdSince: middle.createdAt },
  { createdSince: middle.createdAt.replace("Z", "+00:00") },
  { dueBefore: "2026-04-05" },
  { dueAfter: "2026-04-05" },
  { dueAfter: "2026-04-04", dueBefore: "2026-04-04" },
  ...["todo 1", "100%", "of_the \\", "ofXthe", "%", "_", "\"' OR 1=1 --"].map((query) => ({ query })),
  { status: "active", priority: "high", type: "task", todoListId: listId },
  { query: "work", assignedToMe: true, status: "ready" },
];

/** What the model lists among all. */
const expected = (query: TodoQuery): Todo[] => listed([...active, ...archived], query, userId);

test("a filter that is none is refused", { rules: ["todos.list.query", "todos.list.status"] }, async () => {
  const wrong = {
    status: "all",
    priority: "None",
    type: "chore",
    query: "",
    sort: "title",
    order: "up",
    include: "count",
  };
  for (const [name, value] of Object.entries(wrong)) {
    await service.refuses("listTodos", { query: { [name]: value } }, "validation_failed", name);
  }
  await service.refuses("listTodos", { query: { query: "x".repeat(201) } }, "validation_failed", "query");
  await service.ok("listTodos", { query: { query: "😀".repeat(200) } });
});

test("archived todos are listed alone, when asked for", { rules: ["todos.list.hides-archived"] }, () => {
  assert.deepEqual([active.length, archived.length], [27, 3]);
  assert.ok(active.every((todo) => !todo.isArchived) && archived.every((todo) => todo.isArchived));
});

test("todos are listed newest first", { rules: ["todos.list.newest-first"] }, () => {
  const moments = active.map((todo) => todo.createdAt);
  assert.deepEqual(moments, moments.toSorted().toReversed());
});

test(
  "each filter selects what its words say, among active and archived ones",
  {
    rules: [
      "todos.list.status",
      "todos.list.priority",
      "todos.list.type",
      "todos.list.places",
      "todos.list.mine",
      "todos.list.unassigned",
      "todos.list.since",
      "todos.list.due",
      "todos.list.query",
    ],
  },
  async () => {
    for (const query of filters) {
      for (const includeArchived of [false, true]) {
        const asked = { ...query, includeArchived };
        assert.deepEqual(await list(asked), expected(asked), JSON.stringify(asked));
      }
    }
  },
);

test("totalCount counts all matches when asked for", { rules: ["todos.list.count"] }, async () => {
  assert.equal((await service.ok("listTodos")).totalCount, null);
  for (const query of filters) {
    const counted: object = { ...query, limit: 1, include: "totalCount" };
    const page = await service.ok("listTodos", { query: { ...counted } });
    assert.equal(page.totalCount, expected(query).length, JSON.stringify(query));
  }
});

test("summaries count the same todos", { rules: ["todos.summary.counts", "todos.summary.filters"] }, async () => {
  for (const query of filters) {
    const matching = expected(query);
    const of = (name: "status" | "priority", value: string | null): number =>
      matching.filter((todo) => todo[name] === value).length;
    const counts = (name: "status" | "priority", values: readonly string[]) =>
      Object.fromEntries(values.map((value) => [value, of(name, value)]));
    const asked: object = query;
    assert.deepEqual(await service.ok("summariseTodos", { query: { ...asked } }), {
      object: "todo_summary",
      total: matching.length,
      active: of("status", "ready") + of("status", "in_progress"),
      byStatus: counts("status", ["ready", "in_progress", "done"]),
      byPriority: { ...counts("priority", ["urgent", "high", "medium", "low"]), none: of("priority", null) },
      minutesSaved: 0,
    });
  }
  for (const name of ["limit", "cursor", "sort", "order", "include"]) {
    await service.refuses("summariseTodos", { query: { [name]: "x" } }, "unknown_parameter", name);
  }
});

test("ties are sorted by id, nulls last", { rules: ["todos.list.sort", "todos.list.sort-empty-last"] }, async () => {
  for (const sort of [undefined, "createdAt", "updatedAt", "dueDate", "priority"] as const) {
    for (const order of [undefined, "asc", "desc"] as const) {
      const query = { ...(sort && { sort }), ...(order && { order }) };
      assert.deepEqual(await list(query), expected(query), JSON.stringify(query));
    }
  }
});

test("text is found in any case, also below three letters", { rules: ["todos.list.query"] }, async () => {
  await service.ok("createTodo", { body: { title: "Ärger im ÖPNV", content: "Straße" } });
  for (const query of ["ärger", "ÄRGER", "öpnv", "strasse", "im", "ß"]) {
    assert.deepEqual(pluck(await list({ query }), "title"), ["Ärger im ÖPNV"], query);
  }
});

test("who polls with updatedSince sees every change", { rules: ["requests.polling"] }, async () => {
  const since = new Date(service.clock.now()).toISOString();
  const { id } = await service.ok("createTodo", { body: { title: "Polled" } });
  service.clock.advance(1000);
  const later = new Date(service.clock.now()).toISOString();
  assert.ok((await list({ updatedSince: since })).some((todo) => todo.id === id));
  assert.deepEqual(await list({ updatedSince: later }), []);
  const within = (await service.ok("getTodo", { path: { todoId: id } })).updatedAt.replace("Z", "000001Z");
  assert.deepEqual(await list({ updatedSince: within }), [], "at or after that instant, to its last digit");
  await service.ok("updateTodo", { path: { todoId: id }, body: { assignees: [{ id: agentId, type: "agent" }] } });
  const polled = await until(
    "the run's end",
    () => list({ updatedSince: later }),
    ([todo]) => todo?.latestRun?.status === "completed" || todo?.latestRun?.status === "failed",
  );
  assert.deepEqual(pluck(polled, "title"), ["Polled"]);
});
