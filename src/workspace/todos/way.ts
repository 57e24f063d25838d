/**
 * How pages without a text are read: by a short walk where that fills them, else by a plan. What did is remembered with its
 * statements, so that what does not is not tried each time that something has changed: any way finds the same.
 */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { keptFirstRows, pageName } from "./first-page.ts";
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
  /** The first page is not found by going along an index as far as it reaches: more is looked at. */
  isDear: boolean;
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
  if (position === null) {
    const find = (): StoredTodo[] => firstRows(sql, walk, way, limit);
    return way.isDear ? keptFirstRows(sql, walk, limit, find) : find();
  }
  return rowsOfStretches(stretchesOf(walk, position), limit, (stretch, wanted) => {
    const rows = way.quick?.read(sql, stretch, wanted) ?? [];
    // One that found too few may have ended before the stretch did.
    return rows.length === wanted ? rows : wholeOf(sql, walk, way).read(sql, stretch, wanted);
  });
}

/** The rows of the first page. */
function firstRows(sql: Sql, walk: Walk, way: Way, limit: number): StoredTodo[] {
  const readBy = (reading: Reading, stretch: Stretch, wanted: number): StoredTodo[] => {
    const rows = reading.read(sql, stretch, wanted);
    if (reading.isChecking && stretch.byKey && rows.length === wanted) noteReach(way, walk, rows);
    way.isDear ||= walk.filter.createdSince === null && (reading.isChecking || !reading.plan.isOrdered);
    return rows;
  };
  return rowsOfStretches(way.first, limit, (stretch, wanted) => {
    for (const reading of [stretch.byKey ? way.near : null, way.quick]) {
      const rows = reading === null ? [] : readBy(reading, stretch, wanted);
      // One that found too few may have ended before the stretch did.
      if (rows.length === wanted) return rows;
    }
    way.quick = null;
    return readBy(wholeOf(sql, walk, way), stretch, wanted);
  });
}

function wholeOf(sql: Sql, walk: Walk, way: Way): Reading {
  way.whole ??= readingOf(walk, planWalk(sql, walk.filter, walk.sort));
  return way.whole;
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
  return { first, quick: quick === null ? null : readingOf(walk, quick), whole: null, isDear: false, near: null };
}

/** Remembered; but a plan that begins at the first todo since a moment is right only for as long as that is the first. */
function wayOf(sql: Sql, walk: Walk, limit: number): Way {
  const way = sql.remember(pageName(walk, limit), () => newWay(walk));
  const { createdSince } = walk.filter;
  if (createdSince !== null && way.whole !== null && !isFirstSince(sql, createdSince, way.whole.plan.from)) {
    way.whole = null;
  }
  return way;
}
