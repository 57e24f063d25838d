/** Titles as they are compared with each other: whether something is to be done already. */
import { fold } from "../protocol/fold.ts";
import { matchOf, todoSearch } from "../search/search.ts";
import type { Sql, SqlValue } from "../protocol/sql.ts";

/** Words of a title that the index is asked for. */
const maxWords = 6;
/** Todos that may hold the words, and those that are looked through where no word helps. */
const maxCandidates = 500;
/** The capture is the one parameter. */
const isOpen = `(t.redacted & 1 = 0 OR (SELECT group_concat(capture_id) FROM todo_captures WHERE todo_n = t.n) = ?)`;

/** The title without case, punctuation and repeated spaces; empty when no letter and no digit is left. */
export function titleKey(title: string): string {
  return fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/**
 * True when an open todo has the same title; a redacted one counts when it carries content of this capture alone, for what is not
 * suggested tells who may not read it that it is there. A suggestion that nobody has accepted is none: it is seen by its own capture alone,
 * so what another capture asks for as well would be seen nowhere there.
 */
export function isOpenTodo(sql: Sql, key: string, captureId: string): boolean {
  const words = key.split(" ").flatMap((word) => matchOf(word) ?? []);
  const match = words.slice(0, maxWords).join(" AND ");
  const [source, values] = match === "" ? ["todos t", []] : holding(match);
  const rows = sql.all(
    `SELECT t.title FROM ${source} WHERE t.visibility = 0 AND t.status <> 'done' AND ${isOpen} ORDER BY t.n DESC LIMIT ${maxCandidates}`,
    ...values,
    captureId,
  );
  return rows.some(([title]) => titleKey((title ?? "") as string) === key);
}

/** The todos that may hold the words. */
function holding(match: string): readonly [string, readonly SqlValue[]] {
  const { text, values } = todoSearch.candidates({ match, descending: true });
  return [`${text} s CROSS JOIN todos t ON t.n = s.n`, values];
}
