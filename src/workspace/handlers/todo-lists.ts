/** Todo lists: one default list that always stays, others that can be archived once they are empty. */
import { conflict } from "../../schema/errors.ts";
import type { TodoList } from "../../schema/todo-list.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { createList, refuseTooMany } from "../todo-lists/create.ts";
import { holdsTodos, saveTodoList, type TodoListFields, todoListRow, todoListRows } from "../todo-lists/queries.ts";

/** All lists on one page. */
export const listTodoLists: Handler<"listTodoLists"> = ({ sql }, { query }) => ({
  object: "list",
  data: todoListRows(sql, query.includeArchived),
  hasMore: false,
  nextCursor: null,
});

/** The new list. Throws 400 past the limit of active lists. */
export const createTodoList: Handler<"createTodoList"> = (context, { body }) =>
  todoListRow(context.sql, createList(context, body));

/** The list, archived or not. Throws 404. */
export const getTodoList: Handler<"getTodoList"> = ({ sql }, { path }) => todoListRow(sql, path.todoListId);

/** The list as changed; `updatedAt` moves only when something did. Throws 404, and 409 for archiving what must stay. */
export const updateTodoList: Handler<"updateTodoList"> = (context, { path, body }) => {
  const list = todoListRow(context.sql, path.todoListId);
  const fields: TodoListFields = {
    name: body.name ?? list.name,
    emoji: body.emoji === undefined ? list.emoji : body.emoji,
    color: body.color === undefined ? list.color : body.color,
    isArchived: body.archived ?? list.isArchived,
  };
  if (fields.isArchived && !list.isArchived) refuseArchiving(context, list, "archived");
  if (!fields.isArchived && list.isArchived) refuseTooMany(context);
  if (!isChanged(list, fields)) return list;
  saveTodoList(context.sql, list.id, fields, context.now);
  return todoListRow(context.sql, list.id);
};

/** Archives the list. Throws 404, and 409 for the default list and for one that holds todos. */
export const deleteTodoList: Handler<"deleteTodoList"> = (context, { path }) => {
  const list = todoListRow(context.sql, path.todoListId);
  if (list.isArchived) return { object: "deleted", deleted: true, recoverable: true, alreadyArchived: true };
  refuseArchiving(context, list, null);
  saveTodoList(context.sql, list.id, { ...list, isArchived: true }, context.now);
  return { object: "deleted", deleted: true, recoverable: true };
};

function isChanged(list: TodoList, fields: TodoListFields): boolean {
  return (
    list.name !== fields.name ||
    list.emoji !== fields.emoji ||
    list.color !== fields.color ||
    list.isArchived !== fields.isArchived
  );
}

function refuseArchiving(context: Context, list: TodoList, param: string | null): void {
  if (list.isDefault) throw conflict("The default todo list always stays: it cannot be archived.", param);
  if (!holdsTodos(context.sql, list.id)) return;
  throw conflict(
    `The list ${JSON.stringify(list.name)} still holds todos or suggestions: archive or move them first.`,
    param,
  );
}
