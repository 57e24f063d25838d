/**
 * What the search looks for. Its index knows runs of three characters; a pattern of one or two becomes the runs that begin
 * with it, when they are few, and is looked for row by row when they are many: it is then found soon.
 */
import type { Sql } from "../sql.ts";

/** Runs that a short pattern may stand for; each one costs a step into the index. */
const fewRuns = 40;

/** A query of the index for folded text; null when the index does not help, and `""` when nothing can match. */
export function indexQuery(sql: Sql, text: string): string | null {
  if (/^..[^]/su.test(text)) return quoted(text);
  const runs: string[] = [];
  let run = nextRun(sql, text, text);
  while (run !== undefined) {
    if (runs.length === fewRuns) return null;
    runs.push(quoted(run));
    // Runs have three characters, so nothing lies between a run and the same with one more.
    run = nextRun(sql, `${run}\u0001`, text);
  }
  return runs.join(" OR ");
}

/** The first run at or after `from` that begins with the pattern. */
function nextRun(sql: Sql, from: string, pattern: string): string | undefined {
  const row = sql.get(
    "SELECT term FROM todo_search_terms WHERE term >= ? AND term < ? LIMIT 1",
    from,
    `${pattern}\u{10ffff}`,
  );
  return row?.[0] as string | undefined;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
