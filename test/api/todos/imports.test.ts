/** Todos taken over from elsewhere: each once, whenever and however often it is sent. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const everyTodo = async () => (await service.ok("listTodos", { query: { limit: 100 } })).data;
const everyList = async () => (await service.ok("listTodoLists")).data;
const bring = (body: object) => service.ok("createImport", { body: { source: "elsewhere", ...body } });
const results = (outcome: Awaited<ReturnType<typeof bring>>) => outcome.todos.map(({ result }) => result);

test("a key imports nothing; odd bodies are refused", { rules: ["imports.session-only"] }, async () => {
  const credential = service.key;
  await service.refuses("createImport", { credential, body: { source: "x" } }, "api_key_auth_required");
  const wrong = [
    [{}, "source"],
    [{ source: "x", todos: [{ title: "a" }] }, "todos[0].externalId"],
    [{ source: "x", todos: [{ externalId: "1", title: "a", dueDate: "2026-02-30" }] }, "todos[0].dueDate"],
    [{ source: "x", todos: [{ externalId: "1", title: "a", run: true }] }, "todos[0].run"],
    [{ source: "x", todoLists: [{ externalId: "1", name: " " }] }, "todoLists[0].name"],
    [{ source: "x", todos: Array.from({ length: 201 }, (_, n) => ({ externalId: `${n}`, title: "a" })) }, "todos"],
    [
      {
        source: "x",
        todoLists: [{ externalId: "1", name: "Half" }],
        todos: [
          { externalId: "1", title: "a" },
          { externalId: "2", title: "b", todoListExternalId: "none" },
        ],
      },
      "todos[1].todoListExternalId",
    ],
  ] as const;
  for (const [body, param] of wrong) await service.refuses("createImport", { body }, "validation_failed", param);
  assert.deepEqual(await everyTodo(), []);
  assert.deepEqual(pluck(await everyList(), "name"), ["Inbox"]);
});

const house = {
  todoLists: [
    { externalId: "home", name: "House", color: "#22aa66" },
    { externalId: "in", name: "inbox" },
    { externalId: "empty", name: "Someday" },
  ],
  todos: [
    { externalId: "1", todoListExternalId: "home", title: "Paint", priority: "high", dueDate: "2026-02-01" },
    { externalId: "2", todoListExternalId: "in", title: "Call", content: "Ask", status: "in_progress" },
    { externalId: "3", title: "Read", status: "done" },
    {
      externalId: "4",
      todoListExternalId: "home",
      title: "Water",
      type: "responsibility",
      schedule: { rrule: "FREQ=DAILY;BYHOUR=9;BYMINUTE=0" },
    },
  ],
};

test("a dry run says what would become of everything, and writes nothing", { rules: ["imports.dry-run"] }, async () => {
  const outcome = await bring({ ...house, dryRun: true });
  assert.deepEqual(results(outcome), ["created", "created", "created", "created"]);
  assert.deepEqual(pluck(outcome.todoLists, "result"), ["created", "unchanged", "created"]);
  assert.ok(outcome.todos.every(({ todoId }) => todoId === null));
  assert.deepEqual(await everyTodo(), []);
  assert.equal((await everyList()).length, 1);
});

test("imports have list, state, schedule and person; names are reused", { rules: ["imports.create"] }, async () => {
  const outcome = await bring(house);
  assert.deepEqual(results(outcome), ["created", "created", "created", "created"]);
  const todos = new Map((await everyTodo()).map((todo) => [todo.title, todo]));
  const lists = new Map((await everyList()).map((list) => [list.name, list]));
  assert.deepEqual([...lists.keys()], ["Inbox", "House", "Someday"]);
  assert.equal(lists.get("House")?.color, "#22aa66");
  const paint = todos.get("Paint");
  assert.deepEqual(
    [paint?.todoListId, paint?.priority, paint?.dueDate, paint?.status, paint?.source],
    [lists.get("House")?.id, "high", "2026-02-01", "ready", "user_created"],
  );
  assert.deepEqual(paint?.assignees, [{ id: service.userId, type: "user" }]);
  assert.deepEqual([todos.get("Call")?.todoListId, todos.get("Call")?.status], [lists.get("Inbox")?.id, "in_progress"]);
  assert.deepEqual([todos.get("Read")?.status, todos.get("Read")?.todoListId], ["done", lists.get("Inbox")?.id]);
  assert.deepEqual([todos.get("Water")?.scheduleStatus, todos.get("Water")?.type], ["pending", "responsibility"]);
});

test("the same again changes nothing; only what is new is created", { rules: ["imports.once"] }, async () => {
  const before = await everyTodo();
  assert.deepEqual(results(await bring(house)), ["unchanged", "unchanged", "unchanged", "unchanged"]);
  assert.deepEqual(await everyTodo(), before);
  await service.pass(3 * 86_400_000);
  const { id } = before.find(({ title }) => title === "Paint") ?? assert.fail();
  await service.ok("updateTodo", { path: { todoId: id }, body: { title: "Paint it blue" } });
  const more = [
    { ...house.todos[0], title: "Paint it red" },
    { externalId: "5", title: "New" },
    ...house.todos.slice(1),
  ];
  const outcome = await bring({ ...house, todos: [...more, { externalId: "5", title: "Twice in one" }] });
  assert.deepEqual(results(outcome), ["unchanged", "created", "unchanged", "unchanged", "unchanged", "unchanged"]);
  assert.equal(outcome.todos[0]?.todoId, id);
  const titles = (await everyTodo()).map(({ title }) => title);
  assert.ok(titles.includes("Paint it blue") && titles.includes("New") && titles.length === 5, titles.join());
  assert.equal((await everyList()).length, 3);
});

test("an id of one source is another one elsewhere", { rules: ["imports.once"] }, async () => {
  const todos = [{ externalId: "1", title: "Other product" }];
  assert.deepEqual(results(await bring({ source: "another", todos })), ["created"]);
  assert.deepEqual(results(await bring({ source: "another", todos })), ["unchanged"]);
});

test("an archived import is skipped with reason; an erased one comes again", { rules: ["imports.once"] }, async () => {
  const todos = [{ externalId: "gone", title: "Comes and goes" }];
  const [made] = (await bring({ todos })).todos;
  const path = { todoId: made?.todoId ?? "" };
  await service.ok("deleteTodo", { path });
  const [skipped] = (await bring({ todos })).todos;
  assert.deepEqual([skipped?.result, skipped?.reason?.code, skipped?.todoId], ["skipped", "archived", path.todoId]);
  await service.ok("deleteTodo", { path, query: { permanent: true } });
  assert.deepEqual(results(await bring({ todos, dryRun: true })), ["created"]);
  assert.deepEqual(results(await bring({ todos })), ["created"]);
});

test("a list renamed here stays; an archived one is replaced on demand", { rules: ["imports.lists"] }, async () => {
  const list = { externalId: "L", name: "Old name" };
  const first = await bring({
    todoLists: [list],
    todos: [{ externalId: "L1", todoListExternalId: "L", title: "In L" }],
  });
  const todoListId = first.todoLists[0]?.todoListId ?? "";
  await service.ok("updateTodoList", { path: { todoListId }, body: { name: "New name" } });
  await bring({ todoLists: [list], todos: [{ externalId: "L2", todoListExternalId: "L", title: "Also in L" }] });
  const inside = async (id: string) => (await service.ok("listTodos", { query: { todoListId: id } })).data;
  assert.equal((await inside(todoListId)).length, 2);
  for (const { id } of await inside(todoListId)) await service.ok("deleteTodo", { path: { todoId: id } });
  await service.ok("deleteTodoList", { path: { todoListId } });
  const count = (await everyList()).length;
  await bring({ todoLists: [list], todos: [{ externalId: "L2", todoListExternalId: "L", title: "Also in L" }] });
  assert.equal((await everyList()).length, count);
  const third = await bring({
    todoLists: [list],
    todos: [{ externalId: "L3", todoListExternalId: "L", title: "Later" }],
  });
  const lists = await everyList();
  assert.equal(lists.length, count + 1);
  const [later] = third.todos;
  const todo = await service.ok("getTodo", { path: { todoId: later?.todoId ?? "" } });
  assert.equal(lists.find(({ id }) => id === todo.todoListId)?.name, "Old name");
});

test("an item that fails is skipped with the reason", { rules: ["imports.faults"] }, async () => {
  const odd = [
    { externalId: "odd1", title: "Odd", schedule: { rrule: "FREQ=SECONDLY" } },
    { externalId: "odd2" },
    { externalId: "odd3", title: "Even" },
  ];
  for (const dryRun of [true, false]) {
    const { todos } = await bring({ todos: odd, dryRun });
    assert.deepEqual(
      todos.map(({ result, reason }) => [result, reason?.code, reason?.param]),
      [
        ["skipped", "validation_failed", "schedule.rrule"],
        ["skipped", "validation_failed", "title"],
        ["created", undefined, undefined],
      ],
    );
  }
});

test("what a content includes is imported with it", { rules: ["imports.includes"] }, async () => {
  const parent = { externalId: "P", title: "Move", content: "- [ ] Boxes", includes: ["P1"] };
  assert.deepEqual(results(await bring({ todos: [parent] })), ["created"]);
  const again = await bring({
    todos: [
      { ...parent, includes: ["P1", "P2"] },
      { externalId: "P1", title: "Boxes" },
    ],
  });
  assert.deepEqual(again.todos[0]?.newIncludes, ["P2"]);
  assert.deepEqual(results(again), ["unchanged", "unchanged"]);
});

test("two at once bring it once", { rules: ["imports.once"] }, async () => {
  const todos = [{ externalId: "race", title: "Race" }];
  const both = await Promise.all([bring({ todos }), bring({ todos }), bring({ todos })]);
  assert.deepEqual(both.flatMap(results).sort(), ["created", "unchanged", "unchanged"]);
});

test("past 500 lists nothing is written, and the dry run says so", { rules: ["imports.lists"] }, async () => {
  const free = 500 - (await everyList()).length;
  const listsOf = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ externalId: `many ${from + n}`, name: `Many ${from + n}` }));
  for (let from = 0; from < free; from += 50) await bring({ todoLists: listsOf(from, Math.min(50, free - from)) });
  const body = { source: "elsewhere", todoLists: listsOf(free, 1), todos: [{ externalId: "late", title: "Late" }] };
  for (const dryRun of [true, false])
    await service.refuses("createImport", { body: { ...body, dryRun } }, "validation_failed");
  assert.equal((await everyList()).length, 500);
});
