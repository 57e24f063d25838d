/** The rows by which todos are found by assignee. */
import type { TodoAssignee } from "../../schema/todo.ts";
import type { Sql } from "../sql.ts";
import type { TodoStatus } from "./row.ts";

/** Makes the todo found by these assignees, and by no others. */
export function replaceAssignees(sql: Sql, n: number, assignees: readonly TodoAssignee[]): void {
  sql.run("DELETE FROM todo_assignees WHERE todo_n = ?", n);
  const [shelf, status] = sql.get("SELECT shelf, status FROM todos WHERE n = ?", n) as [number, TodoStatus];
  for (const { id } of assignees) addAssignee(sql, n, id, shelf, status);
}

/**
 * A statement that changes several rows, as INSERT … SELECT and triggers do, notes what each page was before, so that it can be
 * undone alone: a trigger for this row and the count of the list takes 6 µs longer than the two statements. So what makes a todo
 * changes one row at a time.
 */
export function addAssignee(sql: Sql, n: number, assigneeId: string, shelf: number, status: TodoStatus): void {
  sql.run(
    "INSERT INTO todo_assignees (assignee_id, shelf, status, todo_n) VALUES (?, ?, ?, ?)",
    assigneeId,
    shelf,
    status,
    n,
  );
}
