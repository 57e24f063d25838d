/**
 * How pages without a text are read: by a short walk where that fills them, else by a plan. What did is remembered with its
 * statements, so that what does not is not tried each time that something has changed: any way finds the same.
 */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { type Found, pageName } from "./first-page.ts";
import { isChecking, isFirstSince, type Plan, planQuick, planReach, planWalk, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { positionOf, type Read, reader, rowsOfStretches, type Stretch, stretchesOf } from "./stretch.ts";

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

/** Up to `limit` todos after the position. */
export function rowsByWay(sql: Sql, walk: Walk, limit: number, position: Position): StoredTodo[] {
  const way = wayOf(sql, walk, limit);
  return rowsOfStretches(stretchesOf(walk, position), limit, (stretch, wanted) => {
    const rows = way.quick?.read(sql, stretch, wanted) ?? [];
    // One that found too few may have ended before the stretch did.
    return rows.length === wanted ? rows : wholeOf(sql, walk, way).read(sql, stretch, wanted);
  });
}

/** The first `limit` todos, or all that there are. Dear where an index is not just gone along as far as the page reaches. */
export function firstByWay(sql: Sql, walk: Walk, limit: number): Found {
  const way = wayOf(sql, walk, limit);
  let isDear = false;
  const readBy = (reading: Reading, stretch: Stretch, wanted: number): StoredTodo[] => {
    const rows = reading.read(sql, stretch, wanted);
    if (reading.isChecking && stretch.byKey && rows.length === wanted) noteReach(way, walk, rows);
    isDear ||= reading.isChecking || !reading.plan.isOrdered;
    return rows;
  };
  const rows = rowsOfStretches(way.first, limit, (stretch, wanted) => {
    for (const reading of [stretch.byKey ? way.near : null, way.quick]) {
      const found = reading === null ? [] : readBy(reading, stretch, wanted);
      // One that found too few may have ended before the stretch did.
      if (found.length === wanted) return found;
    }
    way.quick = null;
    return readBy(wholeOf(sql, walk, way), stretch, wanted);
  });
  return { rows, isDear };
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
  return { first, quick: quick === null ? null : readingOf(walk, quick), whole: null, near: null };
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
