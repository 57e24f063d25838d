/** The figures of an evaluation as a table. */
import type { Digest } from "../../src/actors/runtime/ports.ts";
import type { Question } from "./cases.ts";
import { type Miss, missOf, precisionOf, recallOf, type Score, scoreOf, sumOf } from "./score.ts";

export interface Result {
  readonly question: Question;
  readonly digest: Digest;
}

/** Score and misses of each capture. */
export function resultsOf(results: readonly Result[]): { readonly score: Score; readonly miss: Miss }[] {
  return results.map(({ question, digest }) => ({ score: scoreOf(question, digest), miss: missOf(question, digest) }));
}

/** The score of the captures that pass. */
export function scoreWhere(results: readonly Result[], passes: (question: Question) => boolean): Score {
  return sumOf(
    results.filter(({ question }) => passes(question)).map(({ question, digest }) => scoreOf(question, digest)),
  );
}

/** Precision and recall of notes, of recordings, and of the captures that were held out, as Markdown. */
export function tableOf(results: readonly Result[]): string {
  const rows = [
    rowOf(
      "Notes",
      scoreWhere(results, ({ source, isHeldOut }) => !isHeldOut && source.type === "note"),
    ),
    rowOf(
      "Recordings",
      scoreWhere(results, ({ source, isHeldOut }) => !isHeldOut && source.type === "recording"),
    ),
    rowOf(
      "Held out",
      scoreWhere(results, ({ isHeldOut }) => isHeldOut),
    ),
    rowOf(
      "All",
      scoreWhere(results, () => true),
    ),
  ];
  const head = "| | captures | todos asked for | suggested | right | precision | recall | days right |";
  return `${[head, "|---|--:|--:|--:|--:|--:|--:|--:|", ...rows].join("\n")}\n`;
}

function rowOf(name: string, score: Score): string {
  const { captures, expected, suggested, right, days, rightDays } = score;
  const [precision, recall] = [precisionOf(score).toFixed(2), recallOf(score).toFixed(2)];
  return `| ${name} | ${captures} | ${expected} | ${suggested} | ${right} | ${precision} | ${recall} | ${rightDays} of ${days} |`;
}
