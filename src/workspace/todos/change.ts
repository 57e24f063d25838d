/** A change of a todo, in one statement: each index of the table is written once, whatever is set. */
import type { Todo, TodoAssignee } from "../../schema/todo.ts";
import { todoSearch } from "../search/search.ts";
import type { Sql, SqlValue } from "../protocol/sql.ts";
import { addAssignees, dropAssignees } from "./insert.ts";
import { noSavings } from "./queries.ts";
import { plainImage, priorityRank, todoRecord, type TodoPriority, type TodoRow, type TodoStatus } from "./row.ts";

/** What is written; what is left out stays. Title and content come together. */
export interface TodoChange {
  readonly title?: string | null;
  readonly content?: string | null;
  readonly priority?: TodoPriority | null;
  readonly type?: Todo["type"];
  readonly todoListId?: string;
  readonly dueDate?: string | null;
  readonly assignees?: readonly TodoAssignee[];
  readonly isArchived?: boolean;
  readonly isSuggested?: boolean;
  /** Which texts carry content of captures (redaction.ts). */
  readonly redacted?: number;
  /** What the todo saved is estimated again when it is done again. */
  readonly status?: TodoStatus;
  /** Milliseconds; null unless done. */
  readonly completedAt?: number | null;
}

type TodoKey = Pick<TodoRow, "n" | "id">;
type Field = keyof TodoChange;

interface Column<Value> {
  readonly set: (parameter: string) => string;
  readonly stored: (value: Value) => SqlValue;
}

/** In the order in which an image has them, and in which its differences are shown. */
const columns: { readonly [Name in Field]-?: Column<Exclude<TodoChange[Name], undefined>> } = {
  title: column("title"),
  content: column("content"),
  status: { ...column("status"), set: (status) => `status = ${status}, ${noSavings}` },
  priority: { ...column("priority"), stored: priorityRank },
  type: column("type"),
  todoListId: {
    ...column("todo_list_id"),
    set: (id) => `todo_list_id = ${id}, list_n = (SELECT n FROM todo_lists WHERE id = ${id})`,
  },
  dueDate: column("due_date"),
  assignees: { ...column("assignees"), stored: (assignees) => JSON.stringify(assignees) },
  isArchived: column("is_archived"),
  isSuggested: column("is_suggested"),
  redacted: column("redacted"),
  completedAt: column("completed_at"),
};

function column(name: string): Column<SqlValue> {
  return { set: (parameter) => `${name} = ${parameter}`, stored: (value) => value };
}

/** Writes the change, in the search and for who looks for assignees as well; `updatedAt` never falls. */
export function changeTodo(sql: Sql, todo: TodoKey | TodoRow, change: TodoChange, now: number): void {
  const { n } = todo;
  const fields = fieldsOf(change);
  const entry = noteChange(sql, todo, change, fields);
  const { title, content, assignees } = change;
  if (assignees !== undefined) dropAssignees(sql, n);
  sql.run(updating(fields), now, n, entry, ...fields.map((field) => storedOf(change, field)));
  if (title !== undefined && content !== undefined) {
    todoSearch.change(sql, n, [title, content]);
  }
  if (assignees !== undefined) addAssignees(sql, n);
}

/**
 * The statement that sets these fields, from the fourth parameter on; the first three are the moment, the todo and its entry. The row is
 * read after it: with RETURNING SQLite fills a table in memory, and both together take a third longer.
 */
function updating(fields: readonly Field[]): string {
  const sets = fields.map((field, index) => columns[field].set(`?${index + 4}`));
  const always = ["last_change = ifnull(?3, last_change)", "updated_at = max(updated_at, ?1)"];
  return `UPDATE todos SET ${[...sets, ...always].join(", ")} WHERE n = ?2`;
}

/** A row at hand spares the journal reading it before and after. Answers the number of the entry, for the row; null where it reads. */
function noteChange(
  { journal }: Sql,
  todo: TodoKey | TodoRow,
  change: TodoChange,
  changed: readonly Field[],
): number | null {
  const before = "createdAt" in todo && change.redacted === undefined ? plainImage(todo) : undefined;
  if (before === undefined || !("createdAt" in todo)) {
    journal.changing(todoRecord, todo.id);
    return null;
  }
  const fields: Record<string, unknown> = {};
  for (const name of changed) if (name in before.fields) fields[name] = change[name];
  journal.changing(todoRecord, todo.id, { before, after: { fields, carried: null } });
  return journal.numberFor(todoRecord, todo.id, todo.lastChange);
}

/** In the order of `columns`, so that few statements come about. */
function fieldsOf(change: TodoChange): Field[] {
  return allFields.filter((field) => change[field] !== undefined);
}

const allFields = Object.keys(columns) as Field[];

function storedOf(change: TodoChange, field: Field): SqlValue {
  return (columns[field] as Column<unknown>).stored(change[field]);
}
