/** The figures of an evaluation as a table. */
import type { Digest } from "../../src/actors/runtime/ports.ts";
import type { Part, Question } from "./cases.ts";
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

/** Precision and recall of each part of the set, as Markdown. */
export function tableOf(results: readonly Result[]): string {
  const parts: readonly Part[] = ["seen", "held out", "blind, first half", "blind, second half"];
  const rows = parts.map((part) =>
    rowOf(
      part,
      scoreWhere(results, (question) => question.part === part),
    ),
  );
  const head = "| | captures | todos asked for | suggested | right | precision | recall | days right | titles right |";
  return `${[head, "|---|--:|--:|--:|--:|--:|--:|--:|--:|", ...rows].join("\n")}\n`;
}

function rowOf(name: string, score: Score): string {
  const { captures, expected, suggested, right, days, rightDays, titles, rightTitles } = score;
  const [precision, recall] = [precisionOf(score).toFixed(2), recallOf(score).toFixed(2)];
  const counts = `${captures} | ${expected} | ${suggested} | ${right} | ${precision} | ${recall}`;
  return `| ${name} | ${counts} | ${rightDays} of ${days} | ${titles === 0 ? "" : `${rightTitles} of ${titles}`} |`;
}
