/** Where in its order a list of todos stands. */
import { decodePosition, invalidCursor, type Position } from "../protocol/cursor.ts";
import { priorityRank, type TodoRow } from "./row.ts";

export type Sort = "createdAt" | "updatedAt" | "dueDate" | "priority";

/** Where the list stands after a todo. */
export function positionOf(sort: Sort, { n, updatedAt, dueDate, priority }: TodoRow): Position {
  if (sort === "createdAt") return [n];
  if (sort === "updatedAt") return [updatedAt, n];
  return [sort === "dueDate" ? dueDate : priority && priorityRank(priority), n];
}

/** What a cursor of such a list says. Throws `invalid_cursor`. */
export function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}
