/** Counting todos. */
import type { TodoSummary } from "../../schema/todo.ts";
import type { Piece, Sql, SqlRow } from "../protocol/sql.ts";
import { type Filter, matching, ofOthers, sourcesOf, within } from "./filter.ts";
import { narrowSource, type Plan } from "./page.ts";
import { priorityOf, type TodoStatus } from "./row.ts";

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

/** A group: its status, the rank of its priority (null for none), and how many are in it. */
type Group = readonly [status: TodoStatus, rank: number | null, count: number];

function groupsOf(sql: Sql, filter: Filter): readonly Group[] {
  const { source, ...plan } = planOf(sql, filter, true);
  const { text, values } = matching(filter, source, plan);
  if (source === "updated")
    return groupsByStatus(sql.all(`SELECT ${byPriority} FROM ${text} GROUP BY t.status`, ...values));
  const groups = sql.all(`SELECT t.status, t.priority, count(*) FROM ${text} GROUP BY t.status, t.priority`, ...values);
  return groups as unknown as readonly Group[];
}

/** Where rows do not come by priority, to count each takes half as long as to sort them. */
const byPriority = `t.status, count(*) FILTER (WHERE t.priority IS NULL), ${[1, 2, 3, 4]
  .map((rank) => `count(*) FILTER (WHERE t.priority = ${rank})`)
  .join(", ")}`;

function groupsByStatus(rows: readonly SqlRow[]): Group[] {
  return rows.flatMap(([status, ...counts]) =>
    counts.map((count, rank) => [status as TodoStatus, rank === 0 ? null : rank, count as number] as const),
  );
}

/** How many todos match. */
export function countTodos(sql: Sql, filter: Filter): number {
  const counted = countOfLists(filter);
  if (counted !== null) return sql.get(counted, ...(filter.listN === null ? [] : [filter.listN]))?.[0] as number;
  const { source, ...plan } = planOf(sql, filter, false);
  const isAlone = sourcesOf(filter).length === 1 && source === "assignee";
  const { text, values } = isAlone ? within(filter, source) : matching(filter, source, plan);
  return sql.get(`SELECT count(*) FROM ${text}`, ...values)?.[0] as number;
}

interface CountingPlan extends Plan {
  readonly byOthers?: boolean;
}

/** Few rows are read from where they are; of many, an index that has most of what filters ask. */
function planOf(sql: Sql, filter: Filter, isGrouped: boolean): CountingPlan {
  const possible = sourcesOf(filter);
  const narrow = narrowSource(sql, filter, possible, null);
  if (narrow !== undefined) return { source: narrow, inSets: false };
  const [first = "created"] = possible;
  if (possible.length < 2 && !isGrouped) return { source: first, inSets: true };
  const whole = possible.find((source) => ["matches", "texts", "updated"].includes(source));
  return { source: whole ?? "priority", inSets: true, byOthers: hasFewerOthers(sql, filter) };
}

/** Of more todos that others are assigned to no set is made. */
const maxOthers = 10_000;

/** Whether others are assigned to fewer todos than the assignee that is asked for. */
function hasFewerOthers(sql: Sql, filter: Filter): boolean {
  if (filter.assigneeId === null) return false;
  const others = countUpTo(sql, maxOthers, ofOthers(filter.assigneeId, filter));
  if (others === maxOthers) return false;
  const { text, values } = within(filter, "assignee");
  return countUpTo(sql, others + 1, { text: `SELECT 1 FROM ${text}`, values }) > others;
}

function countUpTo(sql: Sql, limit: number, { text, values }: Piece): number {
  return sql.get(`SELECT count(*) FROM (${text} LIMIT ?)`, ...values, limit)?.[0] as number;
}

/** The statement that reads the count from those that the lists have; null when they do not have it. */
function countOfLists(filter: Filter): string | null {
  const { visibilities, statuses, listN } = filter;
  const isElsewhere = sourcesOf(filter).some((source) => source !== "list");
  if (visibilities.join() !== "0" || isElsewhere) return null;
  const columns = {
    "ready,in_progress,done": "todo_count",
    "ready,in_progress": "active_todo_count",
    done: "todo_count - active_todo_count",
  };
  const column = columns[statuses.join() as keyof typeof columns];
  if (column === undefined) return null;
  return `SELECT ifnull(sum(${column}), 0) FROM todo_lists${listN === null ? "" : " WHERE n = ?"}`;
}

/** Minutes saved by the matching todos that are done; unclassified ones count as 0. */
export function minutesSavedBy(sql: Sql, filter: Filter): number {
  if (!filter.statuses.includes("done")) return 0;
  const isSaved = { text: "t.minutes_saved IS NOT NULL", values: [] };
  const { text, values } = matching(filter, "saved", {
    more: [isSaved],
    partition: { visibilities: filter.visibilities, statuses: ["done"] },
  });
  return sql.get(`SELECT ifnull(sum(t.minutes_saved), 0) FROM ${text}`, ...values)?.[0] as number;
}
