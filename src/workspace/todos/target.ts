/** Which list a todo goes to. */
import { conflict, invalid, notFound } from "../../schema/errors.ts";
import type { Sql } from "../protocol/sql.ts";
import { defaultTodoListId, isTodoListArchived, todoListIdNamed, todoListNames } from "../todo-lists/queries.ts";

/** Names shown to a caller who asked for one that does not exist. */
const namesShown = 50;

/** The list meant by a new todo, the default one when none is named. Throws 400, 404 or 409 naming the field. */
export function targetList(sql: Sql, todoListId: string | undefined, todoListName: string | undefined): string {
  if (todoListId !== undefined && todoListName !== undefined) {
    throw invalid("todoListName", "Use todoListId or todoListName, not both.");
  }
  if (todoListName !== undefined) return listNamed(sql, todoListName);
  return todoListId === undefined ? defaultTodoListId(sql) : requireActiveList(sql, todoListId);
}

/** The id of a list that takes todos. Throws 404 for an unknown one, 409 for an archived one. */
export function requireActiveList(sql: Sql, todoListId: string): string {
  const isArchived = isTodoListArchived(sql, todoListId);
  if (isArchived === undefined) throw notFound("todo list", todoListId, "todoListId");
  if (isArchived) throw conflict("The todo list is archived: restore it, or choose another one.", "todoListId");
  return todoListId;
}

function listNamed(sql: Sql, name: string): string {
  const id = todoListIdNamed(sql, name);
  if (id !== undefined) return id;
  const names = todoListNames(sql, namesShown + 1);
  const more = names.length > namesShown ? ", and more" : "";
  const shown = names.slice(0, namesShown).map((known) => JSON.stringify(known));
  throw invalid(
    "todoListName",
    `There is no todo list named ${JSON.stringify(name)}. Existing: ${shown.join(", ")}${more}.`,
  );
}
