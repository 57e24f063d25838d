/** Where the rows of a filter are read from: one index, the search or what it searches, or the table. What the source does not settle is checked row by row. */
import type { Piece, SqlValue } from "../sql.ts";
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
  | "text"
  | "texts";

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
  texts: "todo_texts x CROSS JOIN todos t ON t.n = x.todo_n",
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
  if (source === "texts") return "x.todo_n";
  return source === "text" ? "s.rowid" : "t.n";
}

/** What holds for all rows. */
export const always: Piece = { text: "1", values: [] };

const conditions: Readonly<Record<Source, (filter: Filter) => Piece>> = {
  table: () => always,
  created: () => always,
  updated: ({ updatedSince }) =>
    updatedSince === null ? always : { text: "t.updated_at >= ?", values: [updatedSince] },
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
  texts: ({ text }) => ({ text: "instr(x.text, ?) > 0", values: [text] }),
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

/** A condition on a todo, and the columns it looks at beside n. */
interface Check {
  readonly columns: readonly string[];
  readonly text: string;
  readonly value: SqlValue;
}

function check(column: string, relation: string, value: SqlValue): Check {
  return { columns: [column], text: `t.${column} ${relation} ?`, value };
}

const isAssignedTo = `EXISTS (SELECT 1 FROM todo_assignees x
  WHERE x.assignee_id = ? AND x.shelf = t.shelf AND x.status = t.status AND x.todo_n = t.n)`;
/** What is not sealed of a text; title and content stand in it one after the other (search.ts). */
const openText = `CASE t.sealed WHEN 0 THEN text WHEN 1 THEN substr(text, instr(text, char(1)))
  WHEN 2 THEN substr(text, 1, instr(text, char(1))) END`;

/** The parts of the filter that the source does not settle; shelf, status and `createdSince` aside. */
function checksOf(filter: Filter, source: Source): Check[] {
  const checks: Check[] = [];
  const { priority, type, listN, captureId, updatedSince, dueAfter, dueBefore, assigneeId, text, readsSealed } = filter;
  if (type !== null && source !== "type") checks.push(check("type", "=", type));
  if (priority !== null && source !== "priority")
    checks.push(check("priority", "IS", priority === 0 ? null : priority));
  if (listN !== null && source !== "list") checks.push(check("list_n", "=", listN));
  if (filter.unassigned && source !== "unassigned") checks.push(check("is_assigned", "=", false));
  if (updatedSince !== null && source !== "updated") checks.push(check("updated_at", ">=", updatedSince));
  if (dueAfter !== null && source !== "due") checks.push(check("due_date", ">=", dueAfter));
  if (dueBefore !== null && source !== "due") checks.push(check("due_date", "<=", dueBefore));
  if (captureId !== null && source !== "capture") checks.push(check("capture_id", "=", captureId));
  if (assigneeId !== null && source !== "assignee") {
    checks.push({ columns: ["shelf", "status"], text: isAssignedTo, value: assigneeId });
  }
  if (text !== null && !(source === "texts" && readsSealed)) checks.push(checkOfText(filter, source));
  return checks;
}

/** The index of the search only says where the text may be; the text itself decides, as far as it may be read. */
function checkOfText({ text: value, readsSealed }: Filter, source: Source): Check {
  const text = readsSealed ? "text" : openText;
  const found = source === "texts" ? text : `(SELECT ${text} FROM todo_texts WHERE todo_n = t.n)`;
  return { columns: readsSealed ? [] : ["sealed"], text: `instr(${found}, ?) > 0`, value };
}

/** What the source does not settle, as conditions on `t`. */
export function restConditions(filter: Filter, source: Source): Piece {
  const checks = checksOf(filter, source);
  return { text: checks.map(({ text }) => ` AND ${text}`).join(""), values: checks.map(({ value }) => value) };
}

/** The columns that `restConditions` looks at beside n, each with a comma before it. */
export function restColumns(filter: Filter, source: Source): string {
  const columns = new Set(checksOf(filter, source).flatMap((one) => one.columns));
  return [...columns].map((column) => `, t.${column} AS ${column}`).join("");
}

/** Pieces one after the other. */
export function joined(...pieces: readonly Piece[]): Piece {
  return { text: pieces.map((piece) => piece.text).join(""), values: pieces.flatMap((piece) => piece.values) };
}
