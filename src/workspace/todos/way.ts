/**
 * How pages without a text are read: by a short walk where that fills them, else by a plan. What did is remembered with its
 * statements, so that what does not is not tried each time that something has changed: any way finds the same.
 */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { filterName } from "./filter.ts";
import { isChecking, isFirstSince, type Plan, planQuick, planReach, planWalk, type Walk } from "./plan.ts";
import { nOfRow, type StoredTodo } from "./row.ts";
import type { Sort } from "./source.ts";
import { type Read, reader, rowsOfStretches, type Stretch, stretchesOf } from "./stretch.ts";

interface Way {
  /** The stretches of the first page. */
  readonly first: readonly Stretch[];
  /** The short walk; none from when it did not fill the first page. */
  quick: Reading | null;
  /** The other one, once it was needed. */
  whole: Reading | null;
  /** As far as the index of the order was walked for the first page: to check all up to there at once takes a third of the time. */
  near: Reading | null;
}

/** A plan, and what reads by it. */
interface Reading {
  readonly plan: Plan;
  readonly read: Read;
  readonly isChecking: boolean;
}

/** Where the key stands in `todoJson`. */
const keyColumns: Readonly<Record<Sort, number>> = { createdAt: 0, updatedAt: 16, dueDate: 8, priority: 5 };

/** Where the walk stands after a todo. */
export function positionOf(sort: Sort, row: StoredTodo): Position {
  const n = nOfRow(row);
  return sort === "createdAt" ? [n] : [row[keyColumns[sort]] as string | number | null, n];
}

/** Up to `limit` todos after the position. */
export function rowsByWay(sql: Sql, walk: Walk, limit: number, position: Position | null): StoredTodo[] {
  const way = wayOf(sql, walk, limit);
  const isFirst = position === null;
  const readBy = (reading: Reading, stretch: Stretch, wanted: number): StoredTodo[] => {
    const rows = reading.read(sql, stretch, wanted);
    if (isFirst && stretch.byKey && reading.isChecking && rows.length === wanted) noteReach(way, walk, rows);
    return rows;
  };
  return rowsOfStretches(isFirst ? way.first : stretchesOf(walk, position), limit, (stretch, wanted) => {
    for (const reading of [isFirst && stretch.byKey ? way.near : null, way.quick]) {
      const rows = reading === null ? [] : readBy(reading, stretch, wanted);
      // One that found too few may have ended before the stretch did.
      if (rows.length === wanted) return rows;
    }
    if (isFirst) way.quick = null;
    way.whole ??= readingOf(walk, planWalk(sql, walk.filter, walk.sort));
    return readBy(way.whole, stretch, wanted);
  });
}

/** The next first page is looked for up to where this one ends. */
function noteReach(way: Way, walk: Walk, rows: readonly StoredTodo[]): void {
  const reach = positionOf(walk.sort, rows.at(-1) as StoredTodo);
  const known = way.near?.plan.reach;
  if (known?.[0] === reach[0] && known?.[1] === reach[1]) return;
  way.near = readingOf(walk, planReach(walk, reach));
}

function readingOf(walk: Walk, plan: Plan): Reading {
  return { plan, read: reader(walk, plan), isChecking: isChecking(plan, walk) };
}

function newWay(walk: Walk): Way {
  const quick = planQuick(walk);
  const first = stretchesOf(walk, null);
  return { first, quick: quick === null ? null : readingOf(walk, quick), whole: null, near: null };
}

/** Remembered; but a plan that begins at the first todo since a moment is right only for as long as that is the first. */
function wayOf(sql: Sql, walk: Walk, limit: number): Way {
  const { filter, sort, descending } = walk;
  const way = sql.remember(`${sort} ${descending} ${limit} ${filterName(filter)}`, () => newWay(walk));
  const { createdSince } = filter;
  if (createdSince !== null && way.whole !== null && !isFirstSince(sql, createdSince, way.whole.plan.from)) {
    way.whole = null;
  }
  return way;
}
