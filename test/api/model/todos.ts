/** Commands on todos. */
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  always,
  ask,
  at,
  defaultList,
  fold,
  items,
  type Named,
  on,
  pick,
  refused,
  remove,
  type Todo,
  todosOf,
} from "./reference.ts";

const title = fc.constantFrom("Milk", "milk", "Brot & Käse", "50% off", "a_b", "Straße", "STRASSE");
const content = fc.constantFrom("Body", "", "100%", "straße", "ÄRGER");
const priority = fc.constantFrom("urgent", "high", "medium", "low");
const dueDate = fc.constantFrom("2026-02-28", "2026-03-01", "2028-02-29");
const status = fc.constantFrom("ready", "in_progress", "done");

const fields = fc.record({ title, content, priority, dueDate }, { requiredKeys: [] });
const changes = fc.record(
  {
    title,
    content: fc.option(content),
    priority: fc.option(priority),
    dueDate: fc.option(dueDate),
    status,
  },
  { requiredKeys: [] },
);

type Fields = { -readonly [Name in "title" | "content" | "priority" | "dueDate" | "status"]?: string | null };

/** The given fields as they are kept. */
function kept(given: Fields): Partial<Todo> {
  return { ...given, ...("content" in given && { content: given.content || null }) } as Partial<Todo>;
}

export const createTodo = fc.tuple(fields, fc.option(at)).map(([given, listAt]) =>
  always(`create todo ${JSON.stringify(given)} in ${listAt}`, async (m, r) => {
    const list = listAt === null ? defaultList(m) : (pick(m.lists, listAt) as Named);
    const body = { ...given, ...(listAt !== null && { todoListId: list.id }) };
    const empty: Todo = {
      id: "",
      title: null,
      content: null,
      status: "ready",
      priority: null,
      dueDate: null,
      listId: list.id,
      isArchived: false,
    };
    const todo = { ...empty, ...kept(given) };
    if (todo.title === null && todo.content === null) return refused(r, "createTodo", { body }, "validation_failed");
    if (list.isArchived) return refused(r, "createTodo", { body }, "resource_conflict");
    const made = await ask(r, "createTodo", { body });
    m.todos.push({ ...todo, id: made["id"] as string });
  }),
);

export const updateTodo = fc.tuple(at, changes, fc.option(at)).map(([n, given, listAt]) =>
  on(`update todo ${JSON.stringify(given)} to ${listAt}`, todosOf, n, async (m, r, todo) => {
    const list =
      listAt === null
        ? null
        : (pick(
            m.lists.filter((one) => !one.isArchived),
            listAt,
          ) as Named);
    const request = { path: { todoId: todo.id }, body: { ...given, ...(list !== null && { todoListId: list.id }) } };
    const after_ = { ...todo, ...kept(given), ...(list !== null && { listId: list.id }) };
    if (after_.title === null && after_.content === null) return refused(r, "updateTodo", request, "validation_failed");
    await ask(r, "updateTodo", request);
    Object.assign(todo, after_);
  }),
);

export const archiveTodo = at.map((n) =>
  on("archive todo", todosOf, n, async (_, r, todo) => {
    const answer = await ask(r, "deleteTodo", { path: { todoId: todo.id } });
    assert.equal(answer["alreadyArchived"] ?? false, todo.isArchived);
    todo.isArchived = true;
  }),
);

export const restoreTodo = at.map((n) =>
  on("restore todo", todosOf, n, async (m, r, todo) => {
    await ask(r, "restoreTodo", { path: { todoId: todo.id } });
    if (todo.isArchived && m.lists.find((list) => list.id === todo.listId)?.isArchived) todo.listId = defaultList(m).id;
    todo.isArchived = false;
  }),
);

export const eraseTodo = at.map((n) =>
  on("erase todo", todosOf, n, async (m, r, todo) => {
    await ask(r, "deleteTodo", { path: { todoId: todo.id }, query: { permanent: true } });
    remove(m.todos, todo);
    await refused(r, "getTodo", { path: { todoId: todo.id } }, "resource_not_found");
  }),
);

const query = fc.constantFrom("milk", "STRASSE", "straße", "%", "_", "50%", "ärger", "käse", "b");

/** Full case folding, as the service promises it. */
const found = (todo: Todo, text: string): boolean =>
  [todo.title, todo.content].some((words_) => fold(words_ ?? "").includes(fold(text)));

export const search = fc.tuple(query, fc.option(status), fc.option(priority)).map(([text, one, other]) =>
  always(`search ${text} ${one} ${other}`, async (m, r) => {
    const filters = { query: text, ...(one !== null && { status: one }), ...(other !== null && { priority: other }) };
    const shown = await items(r, "listTodos", { limit: 100, ...filters });
    const matching = m.todos.filter(
      (todo) =>
        !todo.isArchived &&
        found(todo, text) &&
        (one === null || todo.status === one) &&
        (other === null || todo.priority === other),
    );
    assert.deepEqual(
      shown.map((todo) => todo.id),
      matching.map((todo) => todo.id).toReversed(),
    );
  }),
);
