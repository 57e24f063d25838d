/** The list of todos as the contract words it: every todo looked at, one after the other. */
import { fold } from "../../src/schema/fold.ts";
import type { Todo, TodoListQuery } from "../../src/schema/todo.ts";

export type TodoQuery = Omit<TodoListQuery, "limit" | "cursor" | "include">;

const ranks = ["low", "medium", "high", "urgent"];

const isOn = (todo: Todo, id: string): boolean => todo.assignees.some((assignee) => assignee.id === id);

/** Whether the todo is one of those that the person of that id asks for. */
function matches(todo: Todo, query: TodoQuery, userId: string): boolean {
  const { status, priority, assigneeId, assignedToMe, unassigned } = query;
  const assignee = assignedToMe === true ? userId : assigneeId;
  const text = fold(query.query ?? "");
  const checks = [
    todo.isArchived === (query.includeArchived ?? false),
    query.captureId === undefined ? !todo.isSuggested : todo.captureId === query.captureId,
    status === undefined || (status === "active" ? todo.status !== "done" : todo.status === status),
    priority === undefined || (todo.priority ?? "none") === priority,
    query.type === undefined || todo.type === query.type,
    query.todoListId === undefined || todo.todoListId === query.todoListId,
    assignee === undefined || isOn(todo, assignee),
    unassigned !== true || assignee !== undefined || todo.assignees.length === 0,
    query.updatedSince === undefined || Date.parse(todo.updatedAt) >= Date.parse(query.updatedSince),
    query.createdSince === undefined || Date.parse(todo.createdAt) >= Date.parse(query.createdSince),
    query.dueBefore === undefined || (todo.dueDate !== null && todo.dueDate <= query.dueBefore),
    query.dueAfter === undefined || (todo.dueDate !== null && todo.dueDate >= query.dueAfter),
  ];
  const holds = (part: string | null): boolean => part !== null && fold(part).includes(text);
  return checks.every(Boolean) && (text === "" || holds(todo.title) || holds(todo.content));
}

function keyOf(todo: Todo, sort: TodoQuery["sort"] = "createdAt"): string | number | null {
  if (sort === "priority") return todo.priority && ranks.indexOf(todo.priority);
  return todo[sort];
}

/** The todos that the query lists, in its order: by the key, then by id, those without a key last. */
export function listed(all: readonly Todo[], query: TodoQuery, userId: string): Todo[] {
  const sign = query.order === "asc" ? 1 : -1;
  const compare = (one: string | number, other: string | number) => (one < other ? -sign : one > other ? sign : 0);
  return all
    .filter((todo) => matches(todo, query, userId))
    .sort((one, other) => {
      const [a, b] = [keyOf(one, query.sort), keyOf(other, query.sort)];
      if (a === null || b === null) return a === b ? compare(one.id, other.id) : a === null ? 1 : -1;
      return compare(a, b) || compare(one.id, other.id);
    });
}
