/** Holds a workspace against its reference. */
import assert from "node:assert/strict";
import { ask, items, livingIn, type Real, type Reference } from "./reference.ts";

async function compareTodos(m: Reference, r: Real): Promise<void> {
  for (const includeArchived of [false, true]) {
    const shown = await items(r, "listTodos", { limit: 100, includeArchived });
    const seen = shown.map((todo) => ({
      id: todo.id,
      title: todo["title"],
      content: todo["content"],
      status: todo["status"],
      priority: todo["priority"],
      dueDate: todo["dueDate"],
      listId: todo["todoListId"],
      isArchived: todo["isArchived"],
    }));
    assert.deepEqual(seen, m.todos.filter((todo) => todo.isArchived === includeArchived).toReversed());
    const summary = await ask(r, "summariseTodos", { query: { includeArchived } });
    assert.equal(summary["total"], seen.length);
  }
}

async function compareLists(m: Reference, r: Real): Promise<void> {
  const shown = await items(r, "listTodoLists", { includeArchived: true });
  const expected = m.lists.map((list) => {
    const living = livingIn(m, list.id);
    const active = living.filter((todo) => todo.status !== "done");
    return [list.id, list.name, list.isArchived, living.length, active.length];
  });
  const seen = shown.map((list) => [
    list.id,
    list["name"],
    list["isArchived"],
    list["todoCount"],
    list["activeTodoCount"],
  ]);
  assert.deepEqual(new Set(seen.map(String)), new Set(expected.map(String)));
  assert.equal(shown[0]?.["isDefault"], true);
  const active = await items(r, "listTodoLists");
  assert.equal(active.length, m.lists.filter((list) => !list.isArchived).length);
}

async function compareAgents(m: Reference, r: Real): Promise<void> {
  const shown = await items(r, "listAgents", { includeArchived: true });
  assert.deepEqual(
    shown.map((agent) => [agent.id, agent["name"], agent["isArchived"]]),
    m.agents.map((agent) => [agent.id, agent.name, agent.isArchived]).toReversed(),
  );
}

async function compareChats(m: Reference, r: Real): Promise<void> {
  for (const includeArchived of [false, true]) {
    const shown = await items(r, "listChats", { limit: 100, includeArchived });
    const expected = m.chats.filter((chat) => chat.isArchived === includeArchived);
    assert.deepEqual(
      shown.map((chat) => [chat.id, chat["status"], chat["messageCount"]]),
      expected.toSorted((a, b) => b.activity - a.activity).map((chat) => [chat.id, chat.status, chat.messages]),
    );
  }
}

/** Fails unless everything that can be listed is what the reference says, in its order. */
export async function compare(m: Reference, r: Real): Promise<void> {
  await compareTodos(m, r);
  await compareLists(m, r);
  await compareAgents(m, r);
  await compareChats(m, r);
}
