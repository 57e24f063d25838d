/**
 * What the search looks for. Its index knows runs of three characters, and of captures the junctions of words; a pattern of one or two becomes the runs that begin
 * with it, when they are few, and is looked for row by row when they are many: it is then found soon.
 */
import type { Sql } from "./sql.ts";
import type { SearchIndex } from "./search-index.ts";
import { asWord, runsOf } from "./search-words.ts";

/** Runs that a short pattern may stand for; each one costs a step into the index. */
const fewRuns = 40;
/** Junctions of a pattern that are looked up, and runs beside a single one: most texts hold a run, and all that do are gone through. */
const enoughJunctions = 6;
const runsBeside = 2;

/**
 * A query of the index for folded text: what matches may hold it. Null when the index does not help, `""` when nothing can match.
 * `enoughRuns` of a long pattern are looked up: the text decides, and each one costs some 50 µs.
 */
export function indexQuery(sql: Sql, index: SearchIndex, text: string, enoughRuns: number): string | null {
  if (/^..[^]/su.test(text)) {
    const junctions = spread(index.junctionsOf(sql, text), enoughJunctions);
    const runs =
      junctions.length > 1 ? [] : spread([...runsOf(text)], junctions.length === 0 ? enoughRuns : runsBeside);
    return [...junctions, ...runs].map(quoted).join(" AND ");
  }
  const runs: string[] = [];
  let run = index.nextRun(sql, asWord(text), text);
  while (run !== undefined) {
    if (runs.length === fewRuns) return null;
    runs.push(quoted(run));
    // Runs have three characters, so nothing lies between a run and the same with one more.
    run = index.nextRun(sql, `${run}\u0001`, text);
  }
  return runs.join(" OR ");
}

/** Some of the runs, from the first to the last. */
function spread(runs: readonly string[], enoughRuns: number): readonly string[] {
  if (runs.length <= enoughRuns) return runs;
  const step = (runs.length - 1) / (enoughRuns - 1);
  return Array.from({ length: enoughRuns }, (_, at) => runs[Math.round(at * step)] as string);
}

function quoted(run: string): string {
  return `"${run}"`;
}
