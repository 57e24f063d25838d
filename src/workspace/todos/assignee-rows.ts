/** The rows by which todos are found by assignee. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";
import type { TodoStatus } from "./row.ts";

/** Where the rows of a todo lie, as its own row says: nothing else leads to them. */
interface Keys {
  readonly visibility: number;
  readonly status: TodoStatus;
  readonly assignees: readonly TodoAssignee[];
}

function keysOf(sql: Sql, n: number): Keys {
  const row = sql.get("SELECT visibility, status, assignees FROM todos WHERE n = ?", n);
  const [visibility, status, assignees] = row as [number, TodoStatus, string];
  return { visibility, status, assignees: JSON.parse(assignees) as TodoAssignee[] };
}

/** Makes the todo found by no assignee: before its row names others, or goes. */
export function dropAssignees(sql: Sql, n: number): void {
  const { visibility, status, assignees } = keysOf(sql, n);
  for (const { id } of assignees) {
    sql.run(
      "DELETE FROM todo_assignees WHERE assignee_id = ? AND visibility = ? AND status = ? AND todo_n = ?",
      id,
      visibility,
      status,
      n,
    );
  }
}

/** Makes the todo found by the assignees that its row names now. */
export function addAssignees(sql: Sql, n: number): void {
  const { visibility, status, assignees } = keysOf(sql, n);
  for (const { id } of assignees) addAssignee(sql, n, id, { visibility, status });
}

/**
 * A statement that changes several rows, as INSERT … SELECT and triggers do, notes what each page was before, so that it can be
 * undone alone: a trigger for this row and the count of the list takes 6 µs longer than the two statements. So what makes a todo
 * changes one row at a time.
 */
export function addAssignee(
  sql: Sql,
  n: number,
  assigneeId: string,
  { visibility, status }: { readonly visibility: number; readonly status: TodoStatus },
): void {
  sql.run(
    "INSERT INTO todo_assignees (assignee_id, visibility, status, todo_n) VALUES (?, ?, ?, ?)",
    assigneeId,
    visibility,
    status,
    n,
  );
}
