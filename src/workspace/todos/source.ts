/** Where the rows of a filter are read from: one index, the search, or the table. What the source does not settle is checked row by row. */
import type { SqlValue } from "../sql.ts";
import type { Filter } from "./filter.ts";

export type Sort = "createdAt" | "updatedAt" | "dueDate" | "priority";
export type Source =
  | "table"
  | "created"
  | "updated"
  | "due"
  | "priority"
  | "type"
  | "list"
  | "unassigned"
  | "capture"
  | "assignee"
  | "text";

/** A piece of a statement and the values of its parameters, in order. The texts form a small closed set. */
export interface Piece {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const tables: Readonly<Record<Source, string>> = {
  table: "todos t NOT INDEXED",
  created: "todos t INDEXED BY todos_created",
  updated: "todos t INDEXED BY todos_updated",
  due: "todos t INDEXED BY todos_due",
  priority: "todos t INDEXED BY todos_priority",
  type: "todos t INDEXED BY todos_type",
  list: "todos t INDEXED BY todos_list",
  unassigned: "todos t INDEXED BY todos_unassigned",
  capture: "todos t INDEXED BY todos_capture",
  assignee: "todo_assignees a CROSS JOIN todos t ON t.n = a.todo_n",
  text: "todo_search s CROSS JOIN todos t ON t.n = s.rowid",
};

/** The table expression of a source; `t` is the todo. */
export function tableOf(source: Source): string {
  return tables[source];
}

/** The table expression when nothing but the source's own columns is looked at. */
export function bareTableOf(source: Source): string {
  if (source === "assignee") return "todo_assignees a";
  return source === "text" ? "todo_search s" : tables[source];
}

/** The column of a source that holds `n`. */
export function nOf(source: Source): string {
  if (source === "assignee") return "a.todo_n";
  return source === "text" ? "s.rowid" : "t.n";
}

const always: Piece = { text: "1", values: [] };

const conditions: Readonly<Record<Source, (filter: Filter) => Piece>> = {
  table: () => always,
  created: () => always,
  updated: ({ updatedSince }) => ({ text: "t.updated_at >= ?", values: [updatedSince ?? 0] }),
  due: ({ dueAfter, dueBefore }) =>
    dueAfter === null && dueBefore === null
      ? always
      : { text: "t.due_date >= ? AND t.due_date <= ?", values: [dueAfter ?? "", dueBefore ?? "9999-12-31"] },
  priority: ({ priority }) =>
    priority === null ? always : { text: "t.priority IS ?", values: [priority === 0 ? null : priority] },
  type: ({ type }) => ({ text: "t.type = ?", values: [type] }),
  list: ({ listN }) => ({ text: "t.list_n = ?", values: [listN] }),
  unassigned: () => ({ text: "t.is_assigned = 0", values: [] }),
  capture: ({ captureId }) => ({ text: "t.capture_id = ?", values: [captureId] }),
  assignee: ({ assigneeId }) => ({ text: "a.assignee_id = ?", values: [assigneeId] }),
  text: ({ match }) => ({ text: "s.todo_search MATCH ?", values: [match] }),
};

/** What makes the index of the source usable, its shelf and status aside. */
export function sourceConditions(filter: Filter, source: Source): Piece {
  return conditions[source](filter);
}

/** Rows of some shelves and statuses; the last status is repeated, so that few texts come about. */
export function partition(source: Source, shelves: readonly number[], statuses: readonly string[]): Piece {
  const alias = source === "assignee" ? "a" : "t";
  const shelf = shelves.length === 1 ? `${alias}.shelf = ?` : `${alias}.shelf IN (?, ?)`;
  if (statuses.length === 1) {
    return { text: ` AND ${shelf} AND ${alias}.status = ?`, values: [...shelves, ...statuses] };
  }
  const [first = "", second = "", third = second] = statuses;
  return {
    text: ` AND ${shelf} AND ${alias}.status IN (?, ?, ?)`,
    values: [...shelves, first, second, third],
  };
}

const rest = ` AND (? IS NULL OR ifnull(t.priority, 0) = ?)
  AND (? IS NULL OR t.type = ?)
  AND (? IS NULL OR t.list_n = ?)
  AND (? IS NULL OR t.capture_id = ?)
  AND (? = 0 OR t.is_assigned = 0)
  AND (? IS NULL OR t.updated_at >= ?)
  AND (? IS NULL OR t.due_date >= ?)
  AND (? IS NULL OR t.due_date <= ?)
  AND (? IS NULL OR EXISTS (SELECT 1 FROM todo_assignees x
    WHERE x.assignee_id = ? AND x.shelf = t.shelf AND x.status = t.status AND x.todo_n = t.n))
  AND (? IS NULL OR instr((SELECT text FROM todo_texts WHERE todo_n = t.n), ?) > 0)`;

/** The parts of the filter that the source does not settle, shelf, status and `createdSince` aside. */
export function restConditions(filter: Filter, source: Source): Piece {
  const open = (settledBy: Source, value: SqlValue) => (source === settledBy ? null : value);
  const checks = [
    open("priority", filter.priority),
    open("type", filter.type),
    open("list", filter.listN),
    open("capture", filter.captureId),
    source !== "unassigned" && filter.unassigned,
    open("updated", filter.updatedSince),
    open("due", filter.dueAfter),
    open("due", filter.dueBefore),
    open("assignee", filter.assigneeId),
    open("text", filter.text),
  ];
  if (checks.every((value) => value === null || value === false)) return { text: "", values: [] };
  return {
    text: rest,
    values: checks.flatMap((value): SqlValue[] => (typeof value === "boolean" ? [value] : [value, value])),
  };
}

/** Pieces one after the other. */
export function joined(...pieces: readonly Piece[]): Piece {
  return { text: pieces.map((piece) => piece.text).join(""), values: pieces.flatMap((piece) => piece.values) };
}
