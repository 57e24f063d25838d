/**
 * How many todos match a filter, by status and priority. Which of them do, and stand in which group, is kept at a byte each: whether a
 * todo matches follows from the todo alone, so that after a write only those are looked at that were touched.
 */
import type { Piece, Sql } from "../sql.ts";
import { type Filter, filterName } from "./filter.ts";
import { asPiece, readNs, touchedNs } from "./hits.ts";
import { type Plan, planCount } from "./plan.ts";
import type { TodoStatus } from "./row.ts";
import { joined, partition, restConditions, tableOf } from "./source.ts";
import { settled } from "./stretch.ts";

/** A group: its status, the rank of its priority (null for none), and how many are in it. */
export type Group = readonly [status: TodoStatus, rank: number | null, count: number];

interface Tally {
  /** For each n the number of its group; 0 when the todo does not match. */
  readonly numbers: Uint8Array;
  /** How many are in each group; what stands at 0 says nothing. */
  readonly counts: readonly number[];
}

const statuses = ["ready", "in_progress", "done"] as const;
/** Numbers of groups are 1 to 15: five for each status, beginning with that of no priority. */
const numbers = 16;
const numberText =
  "1 + CASE t.status WHEN 'ready' THEN 0 WHEN 'in_progress' THEN 5 ELSE 10 END + ifnull(t.priority, 0)";

/** The groups of the todos that match; none is empty. */
export function groupsOf(sql: Sql, filter: Filter): Group[] {
  const { counts } = sql.foundTodos.keep<Tally>(
    `tally ${filterName(filter)}`,
    () => tallied({ numbers: new Uint8Array(), counts: Array<number>(numbers).fill(0) }, [], everything(sql, filter)),
    (tally, touched) => {
      const changed = touchedNs(sql, touched);
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

/** The tally once these n count as what was found of them: each as its n times 16 and the number of its group. */
function tallied(
  { numbers: before, counts: former }: Tally,
  changed: readonly number[],
  found: readonly number[],
): Tally {
  const last = found.reduce((most, one) => Math.max(most, Math.floor(one / numbers)), 0);
  const after = new Uint8Array(Math.max(before.length, last + 1));
  after.set(before);
  const counts = [...former];
  const put = (n: number, number: number): void => {
    const was = after[n] ?? 0;
    counts[was] = (counts[was] as number) - 1;
    counts[number] = (counts[number] as number) + 1;
    after[n] = number;
  };
  for (const n of changed) put(n, 0);
  for (const one of found) put(Math.floor(one / numbers), one % numbers);
  return { numbers: after, counts };
}

function everything(sql: Sql, filter: Filter): number[] {
  if (filter.match === "") return [];
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
  return readNs(sql, { text: `SELECT t.n * ${numbers} + ${numberText} AS n FROM ${from} WHERE ${text}`, values });
}
