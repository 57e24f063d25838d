/** Making a list, within what a workspace holds of them. */
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Context } from "../protocol/context.ts";
import { activeTodoListCount, insertTodoList } from "./queries.ts";

/** Active lists in a workspace. */
const maxLists = limits.todoLists.workspace.max;

export interface NewTodoList {
  readonly name: string;
  readonly emoji?: string | undefined;
  readonly color?: string | undefined;
}

/** Adds an active list; answers its id. Throws 400 past the limit of active lists. */
export function createList(context: Context, { name, emoji, color }: NewTodoList): string {
  refuseTooMany(context);
  const id = context.newId();
  const fields = { name, emoji: emoji ?? null, color: color ?? null, isArchived: false };
  insertTodoList(context.sql, id, { ...fields, isDefault: false }, context.now);
  return id;
}

/** Throws 400 when one more list would be too many, in addition to those about to be created. */
export function refuseTooMany({ sql }: Pick<Context, "sql">, planned = 0): void {
  if (activeTodoListCount(sql) + planned < maxLists) return;
  throw new ApiError("validation_failed", `A workspace has at most ${maxLists} todo lists: archive one first.`);
}
