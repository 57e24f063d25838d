/** Which calls always wait for a person, as things stand. */
import type { ChangeClass } from "../../schema/operation.ts";
import { classOfCall } from "../../schema/operations/tools.ts";
import type { ToolInput } from "../chats/tool-calls.ts";
import type { Sql } from "../protocol/sql.ts";

/**
 * The class of a call of an agent, by all of its input; null when it has none. What sets a todo back whose schedule `done` stopped
 * resumes that schedule, and is asked about like `schedulePaused: false`.
 */
export function classNow(sql: Sql, toolName: string, input: ToolInput): ChangeClass | null {
  return classOfCall(toolName, input) ?? (toolName === "update_todo" && resumes(sql, input) ? "standing" : null);
}

function resumes(sql: Sql, { todoId, status }: ToolInput): boolean {
  if (typeof todoId !== "string" || status === undefined || status === "done") return false;
  const text = "SELECT 1 FROM series WHERE todo_id = ? AND is_current = 1 AND state = 'paused' AND stopped_by_done = 1";
  return sql.get(text, todoId.toLowerCase()) !== undefined;
}
