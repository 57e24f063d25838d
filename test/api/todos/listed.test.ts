/** Filtering, sorting and counting todos: each filter against what a plain reading of the contract selects. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Todo } from "../../../src/schema/todo.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";

type Query = Readonly<Record<string, string | number | boolean>>;

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

async function list(query: Query): Promise<readonly Todo[]> {
  return (await service.ok("listTodos", { query: { limit: 100, ...query } })).data;
}

const titles = (todos: readonly Todo[]): (string | null)[] => todos.map((todo) => todo.title);
const active = await list({});
const archived = await list({ includeArchived: true });

const has = (todo: Todo, id: string): boolean => todo.assignees.some((assignee) => assignee.id === id);
const middle = active[12] as Todo;

const filters: readonly (readonly [query: Query, expected: (todo: Todo) => boolean])[] = [
  [{ status: "ready" }, (todo) => todo.status === "ready"],
  [{ status: "in_progress" }, (todo) => todo.status === "in_progress"],
  [{ status: "done" }, (todo) => todo.status === "done"],
  [{ status: "active" }, (todo) => todo.status !== "done"],
  [{ priority: "urgent" }, (todo) => todo.priority === "urgent"],
  [{ priority: "low" }, (todo) => todo.priority === "low"],
  [{ priority: "none" }, (todo) => todo.priority === null],
  [{ type: "task" }, (todo) => todo.type === "task"],
  [{ type: "responsibility" }, (todo) => todo.type === "responsibility"],
  [{ todoListId: listId }, (todo) => todo.todoListId === listId],
  [{ captureId: unknownId }, () => false],
  [{ assigneeId: agentId }, (todo) => has(todo, agentId)],
  [{ assigneeId: unknownId }, () => false],
  [{ assignedToMe: true }, (todo) => has(todo, userId)],
  [{ assignedToMe: false }, () => true],
  [{ assignedToMe: true, assigneeId: agentId }, (todo) => has(todo, userId)],
  [{ unassigned: true }, (todo) => todo.assignees.length === 0],
  [{ unassigned: true, assigneeId: agentId }, (todo) => has(todo, agentId)],
  [{ unassigned: true, assignedToMe: true }, (todo) => has(todo, userId)],
  [{ updatedSince: middle.updatedAt }, (todo) => todo.updatedAt >= middle.updatedAt],
  [{ createdSince: middle.createdAt }, (todo) => todo.createdAt >= middle.createdAt],
  [{ createdSince: middle.createdAt.replace("Z", "+00:00") }, (todo) => todo.createdAt >= middle.createdAt],
  [{ dueBefore: "2026-04-05" }, (todo) => todo.dueDate !== null && todo.dueDate <= "2026-04-05"],
  [{ dueAfter: "2026-04-05" }, (todo) => todo.dueDate !== null && todo.dueDate >= "2026-04-05"],
  [{ dueAfter: "2026-04-04", dueBefore: "2026-04-04" }, (todo) => todo.dueDate === "2026-04-04"],
  [{ query: "todo 1" }, (todo) => (todo.title ?? "").startsWith("Todo 1")],
  [{ query: "100%" }, (todo) => todo.content !== null],
  [{ query: "of_the \\" }, (todo) => todo.content !== null],
  [{ query: "ofXthe" }, () => false],
  [{ query: "%" }, (todo) => todo.content !== null],
  [{ query: "_" }, (todo) => todo.content !== null],
  [{ query: "\"' OR 1=1 --" }, () => false],
  [
    { status: "active", priority: "high", type: "task", todoListId: listId },
    (todo) => todo.status !== "done" && todo.priority === "high" && todo.type === "task" && todo.todoListId === listId,
  ],
  [
    { query: "work", assignedToMe: true, status: "ready" },
    (todo) => todo.content !== null && has(todo, userId) && todo.status === "ready",
  ],
];

test("a filter that is none is refused [todos.list.query, todos.list.status]", async () => {
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

test("archived todos are left out by default, and listed alone when asked for [todos.list.hides-archived]", () => {
  assert.deepEqual([active.length, archived.length], [27, 3]);
  assert.ok(active.every((todo) => !todo.isArchived) && archived.every((todo) => todo.isArchived));
});

test("todos are listed newest first [todos.list.newest-first]", () => {
  const moments = active.map((todo) => todo.createdAt);
  assert.deepEqual(moments, moments.toSorted().toReversed());
});

test("each filter selects what its words say, among active and archived ones [todos.list.status, todos.list.priority, todos.list.type, todos.list.places, todos.list.mine, todos.list.unassigned, todos.list.since, todos.list.due, todos.list.query]", async () => {
  for (const [query, expected] of filters) {
    assert.deepEqual(titles(await list(query)), titles(active.filter(expected)), JSON.stringify(query));
    const away = await list({ ...query, includeArchived: true });
    assert.deepEqual(titles(away), titles(archived.filter(expected)), `archived, ${JSON.stringify(query)}`);
  }
});

test("totalCount counts all matches when asked for, and is null otherwise [todos.list.count]", async () => {
  assert.equal((await service.ok("listTodos")).totalCount, null);
  for (const [query, expected] of filters) {
    const page = await service.ok("listTodos", { query: { ...query, limit: 1, include: "totalCount" } });
    assert.equal(page.totalCount, active.filter(expected).length, JSON.stringify(query));
  }
});

test("the summary of each filter counts the same todos [todos.summary.counts, todos.summary.filters]", async () => {
  for (const [query, expected] of filters) {
    const matching = active.filter(expected);
    const of = (name: "status" | "priority", value: string | null): number =>
      matching.filter((todo) => todo[name] === value).length;
    assert.deepEqual(await service.ok("summariseTodos", { query }), {
      object: "todo_summary",
      total: matching.length,
      active: of("status", "ready") + of("status", "in_progress"),
      byStatus: { ready: of("status", "ready"), in_progress: of("status", "in_progress"), done: of("status", "done") },
      byPriority: {
        urgent: of("priority", "urgent"),
        high: of("priority", "high"),
        medium: of("priority", "medium"),
        low: of("priority", "low"),
        none: of("priority", null),
      },
      minutesSaved: 0,
    });
  }
  for (const name of ["limit", "cursor", "sort", "order", "include"]) {
    await service.refuses("summariseTodos", { query: { [name]: "x" } }, "unknown_parameter", name);
  }
});

const ranks = { urgent: 4, high: 3, medium: 2, low: 1 } as const;

const keys: Readonly<Record<string, (todo: Todo) => string | number | null>> = {
  createdAt: (todo) => todo.createdAt,
  updatedAt: (todo) => todo.updatedAt,
  dueDate: (todo) => todo.dueDate,
  priority: (todo) => (todo.priority === null ? null : ranks[todo.priority]),
};

function sorted(key: (todo: Todo) => string | number | null, sign: number): (string | null)[] {
  const compare = (left: Todo, right: Todo): number => {
    const [a, b] = [key(left), key(right)];
    if (a === b) return sign * (left.id < right.id ? -1 : 1);
    if (a === null || b === null) return a === null ? 1 : -1;
    return sign * (a < b ? -1 : 1);
  };
  return titles(active.toSorted(compare));
}

test("sorting goes by the field, then by id in the same direction, missing values last [todos.list.sort, todos.list.sort-empty-last]", async () => {
  for (const [sort, key] of Object.entries(keys)) {
    assert.deepEqual(titles(await list({ sort, order: "asc" })), sorted(key, 1), `${sort} asc`);
    assert.deepEqual(titles(await list({ sort, order: "desc" })), sorted(key, -1), `${sort} desc`);
    assert.deepEqual(titles(await list({ sort })), sorted(key, -1), `${sort} as usual`);
  }
  assert.deepEqual(titles(await list({ order: "asc" })), titles(active.toReversed()));
});

test("text is found in any case, in titles and bodies, also below three letters [todos.list.query]", async () => {
  await service.ok("createTodo", { body: { title: "Ärger im ÖPNV", content: "Straße" } });
  for (const query of ["ärger", "ÄRGER", "öpnv", "strasse", "im", "ß"]) {
    assert.deepEqual(titles(await list({ query })), ["Ärger im ÖPNV"], query);
  }
});

test("who polls with updatedSince sees every change [requests.polling]", async () => {
  const since = new Date(service.clock.now()).toISOString();
  const { id } = await service.ok("createTodo", { body: { title: "Polled" } });
  service.clock.advance(1000);
  const later = new Date(service.clock.now()).toISOString();
  assert.ok((await list({ updatedSince: since })).some((todo) => todo.id === id));
  assert.deepEqual(await list({ updatedSince: later }), []);
  await service.ok("updateTodo", { path: { todoId: id }, body: { assignees: [{ id: agentId, type: "agent" }] } });
  const polled = await until(
    "the run's end",
    () => list({ updatedSince: later }),
    ([todo]) => todo?.latestRun?.status === "completed" || todo?.latestRun?.status === "failed",
  );
  assert.deepEqual(titles(polled), ["Polled"]);
});
