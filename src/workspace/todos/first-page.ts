/** First pages that take long to find: kept, and brought up to date with the todos that were touched since. */
import type { Sql } from "../sql.ts";
import { filterName } from "./filter.ts";
import { type Hits, hitsAfter } from "./hits.ts";
import { rowsOfNs } from "./kept.ts";
import type { Walk } from "./plan.ts";
import { nOfRow, type StoredTodo } from "./row.ts";

/** After more changes than this, to find the page takes no longer than to look at them. */
const fewTouched = 16;

/** Stands for the first page of the walk. */
export function pageName({ filter, sort, descending }: Walk, limit: number): string {
  return `${sort} ${descending} ${limit} ${filterName(filter)}`;
}

/** What `find` finds: the first rows of a walk, up to `limit`, or all that there are. Not for `createdSince`, which `hitsAfter` does not look at. */
export function keptFirstRows(sql: Sql, walk: Walk, limit: number, find: () => StoredTodo[]): StoredTodo[] {
  let rows: StoredTodo[] | null = null;
  const { ns } = sql.foundPages.keep<Hits>(
    pageName(walk, limit),
    () => {
      rows = find();
      return { ns: rows.map(nOfRow), isWhole: rows.length < limit };
    },
    (hits, touched) =>
      touched.length > fewTouched ? null : hitsAfter(sql, walk, hits, { most: limit, least: limit }, touched),
  );
  return rows ?? rowsOfNs(sql, ns);
}
