/** First pages: what was found is kept, and brought up to date with the todos that were touched since. */
import type { Sql } from "../sql.ts";
import { filterName } from "./filter.ts";
import { type Hits, hitsAfter } from "./hits.ts";
import { rowsOfNs } from "./kept.ts";
import type { Walk } from "./plan.ts";
import { nOfRow, type StoredTodo } from "./row.ts";

/** After more changes near the page, to find it takes no longer than to look at them: it is dear where more is looked at than is shown. */
const near = { dear: 16, plain: 4 };

/** What was found, and whether it was dear to find. */
export interface Found {
  readonly rows: StoredTodo[];
  readonly isDear: boolean;
}

interface Page extends Hits {
  readonly isDear: boolean;
}

/** Stands for the first page of the walk. */
export function pageName({ filter, sort, descending }: Walk, limit: number): string {
  return `${sort} ${descending} ${limit} ${filterName(filter)}`;
}

/** What `find` finds: the first rows of a walk, up to `limit`, or all that there are. */
export function keptFirstRows(sql: Sql, walk: Walk, limit: number, find: () => Found): StoredTodo[] {
  let rows: StoredTodo[] | null = null;
  const { ns } = sql.foundPages.keep<Page>(
    pageName(walk, limit),
    () => {
      const found = find();
      rows = found.rows;
      return { ns: rows.map(nOfRow), isWhole: rows.length < limit, isDear: found.isDear };
    },
    (page, touched) => {
      const { isDear } = page;
      const bounds = { most: limit, least: limit, near: isDear ? near.dear : near.plain };
      const hits = hitsAfter(sql, walk, page, bounds, touched);
      return hits && { ...hits, isDear };
    },
  );
  return rows ?? rowsOfNs(sql, ns);
}
