/** How many todos match a filter, by status and priority. */
import type { Piece, Sql } from "../sql.ts";
import { inGroup, noTally, type Tally, tallied } from "../tally.ts";
import { asPiece, readNs, touchedNs } from "../touched.ts";
import { type Filter, filterName } from "./filter.ts";
import { type Plan, planCount } from "./plan.ts";
import type { TodoStatus } from "./row.ts";
import { joined, partition, restConditions, tableOf } from "./source.ts";
import { settled } from "./stretch.ts";

/** A group: its status, the rank of its priority (null for none), and how many are in it. */
export type Group = readonly [status: TodoStatus, rank: number | null, count: number];

const statuses = ["ready", "in_progress", "done"] as const;
/** Of the fifteen numbers five are for each status, beginning with that of no priority. */
const groupText = "1 + CASE t.status WHEN 'ready' THEN 0 WHEN 'in_progress' THEN 5 ELSE 10 END + ifnull(t.priority, 0)";

/** The groups of the todos that match; none is empty. */
export function groupsOf(sql: Sql, filter: Filter): Group[] {
  const { counts } = sql.foundTodos.keep<Tally>(
    `tally ${filterName(filter)}`,
    () => tallied(noTally, [], everything(sql, filter)),
    (tally, touched) => {
      const changed = touchedNs(sql, "todos", touched);
      return tallied(tally, changed, among(sql, filter, changed));
    },
  );
  const groups = statuses.flatMap((status, at) =>
    [null, 1, 2, 3, 4].map((rank) => [status, rank, counts[1 + 5 * at + (rank ?? 0)] as number] as const),
  );
  return groups.filter(([, , count]) => count > 0);
}

/** How many are in these groups together. */
export function sizeOf(groups: readonly Group[]): number {
  return groups.reduce((sum, [, , count]) => sum + count, 0);
}

function everything(sql: Sql, filter: Filter): number[] {
  const plan = planCount(sql, filter, true);
  return readNumbers(sql, tableOf(plan.source), allOf(filter, plan));
}

/** The conditions of everything that matches, in the table of the plan's source. */
export function allOf(filter: Filter, plan: Plan): Piece {
  const part = partition(plan.source, filter.shelves, filter.statuses);
  return joined(settled(filter, plan, part), restConditions(filter, plan.source));
}

function among(sql: Sql, filter: Filter, ns: readonly number[]): number[] {
  const { text, values } = asPiece(ns);
  const since: Piece = { text: "t.created_at >= ?", values: [filter.createdSince ?? 0] };
  const part = partition("table", filter.shelves, filter.statuses);
  const where = joined(since, part, restConditions(filter, "table"));
  return readNumbers(sql, `(${text}) s CROSS JOIN todos t ON t.n = s.n`, {
    text: where.text,
    values: [...values, ...where.values],
  });
}

function readNumbers(sql: Sql, from: string, { text, values }: Piece): number[] {
  return readNs(sql, { text: `SELECT ${inGroup("t.n", groupText)} AS n FROM ${from} WHERE ${text}`, values });
}
