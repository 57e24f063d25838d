/** Counting todos. */
import type { TodoSummary } from "../../schema/todo.ts";
import type { Sql } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { minutesSavedBy } from "./page.ts";
import { priorityOf } from "./row.ts";
import { groupsOf } from "./tally.ts";

/** Counts by status and by priority, and the minutes saved. The counts of each sum to `total`. */
export function summarise(sql: Sql, filter: Filter): TodoSummary {
  const byStatus = { ready: 0, in_progress: 0, done: 0 };
  const byPriority = { urgent: 0, high: 0, medium: 0, low: 0, none: 0 };
  for (const [status, rank, count] of groupsOf(sql, filter)) {
    byStatus[status] += count;
    byPriority[priorityOf(rank) ?? "none"] += count;
  }
  const active = byStatus.ready + byStatus.in_progress;
  return {
    object: "todo_summary",
    total: active + byStatus.done,
    active,
    byStatus,
    byPriority,
    minutesSaved: minutesSavedBy(sql, filter),
  };
}
