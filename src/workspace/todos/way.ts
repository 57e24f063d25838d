/**
 * How pages without a text are read: by a short walk where that fills them, else by a plan. What did is remembered, so that what does
 * not is not tried each time that something has changed: any way finds the same.
 */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { isChecking, type Plan, planReach, planWalk, type Walk } from "./plan.ts";
import { nOfRow, type StoredTodo } from "./row.ts";
import type { Sort } from "./source.ts";
import { readStretch, rowsOfStretches, type Stretch } from "./stretch.ts";

interface Way {
  /** The short walk did not fill the first page. */
  isNotQuick: boolean;
  /** The other one, once it was needed. */
  plan: Plan | null;
  /** How far the index of the order was walked for the first page: to check all up to there at once takes a third of the time. */
  reach: Position | null;
}

/** Where the key stands in `todoJson`. */
const keyColumns: Readonly<Record<Sort, number>> = { createdAt: 0, updatedAt: 16, dueDate: 8, priority: 5 };

/** Where the walk stands after a todo. */
export function positionOf(sort: Sort, row: StoredTodo): Position {
  const n = nOfRow(row);
  return sort === "createdAt" ? [n] : [row[keyColumns[sort]] as string | number | null, n];
}

/** Up to `limit` todos after the position; `quick` is the short walk, if there is one. */
export function rowsByWay(
  sql: Sql,
  walk: Walk,
  quick: Plan | null,
  limit: number,
  position: Position | null,
): StoredTodo[] {
  const way = wayOf(sql, walk, limit);
  const isFirst = position === null;
  const reaches = ({ byKey }: Stretch): boolean => isFirst && byKey;
  const readBy = (plan: Plan, stretch: Stretch, wanted: number): StoredTodo[] => {
    const rows = readStretch(sql, walk, plan, stretch, wanted);
    const last = rows.length === wanted ? rows.at(-1) : undefined;
    if (last !== undefined && reaches(stretch) && isChecking(plan, walk)) way.reach = positionOf(walk.sort, last);
    return rows;
  };
  return rowsOfStretches(walk, limit, position, (stretch, wanted) => {
    const near = way.reach !== null && reaches(stretch) ? planReach(walk, way.reach) : null;
    for (const plan of [near, way.isNotQuick ? null : quick]) {
      const rows = plan === null ? [] : readBy(plan, stretch, wanted);
      // One that found too few may have ended before the stretch did.
      if (rows.length === wanted) return rows;
    }
    way.isNotQuick ||= isFirst;
    way.plan ??= planWalk(sql, walk.filter, walk.sort);
    return readBy(way.plan, stretch, wanted);
  });
}

function newWay(): Way {
  return { isNotQuick: false, plan: null, reach: null };
}

/** Remembered; but where a plan begins at the first todo since a moment, that is one of its state. */
function wayOf(sql: Sql, { filter, sort, descending }: Walk, limit: number): Way {
  const name = JSON.stringify([filter, sort, descending, limit]);
  return filter.createdSince === null ? sql.remember(name, newWay) : newWay();
}
