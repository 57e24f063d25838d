/** Says each utterance to the engine and judges what becomes of it. */
import { isDeepStrictEqual } from "node:util";
import type { Model } from "../../../src/actors/runtime/ports.ts";
import { type Row, Workspace } from "../../actors/models/workspace.ts";
import { adversarial, oddRows } from "./adversarial.ts";
import { bySubject } from "./by-subject.ts";
import type { Utterance } from "./expected.ts";
import { later } from "./later.ts";
import { rows } from "./rows.ts";

/**
 * `right`: as it must be. `question`: it asks or declines, where something else was meant. `misread`: it shows what nobody asked for.
 * `wrong`: it changes what it should not.
 */
export type Verdict = "right" | "question" | "misread" | "wrong";

export interface Judged {
  readonly group: string;
  readonly utterance: Utterance;
  readonly verdict: Verdict;
  readonly answer: string;
}

/** Every utterance with its verdict. */
export async function judgeAll(model: () => Model): Promise<Judged[]> {
  const judged: Judged[] = [];
  for (const [group, all] of Object.entries({ ...bySubject, ...later })) {
    for (const utterance of all) judged.push({ group, utterance, ...(await judge(model(), utterance, rows)) });
  }
  for (const [group, all] of Object.entries(adversarial)) {
    for (const utterance of all)
      judged.push({ group, utterance, ...(await judge(model(), utterance, [...rows, ...oddRows])) });
  }
  return judged;
}

async function judge(
  model: Model,
  { say, does, looks }: Utterance,
  within: readonly Partial<Row>[],
): Promise<Pick<Judged, "verdict" | "answer">> {
  const space = new Workspace(model, ...within);
  let [answer, from] = ["", 0];
  for (const text of say) {
    from = space.calls.length;
    answer = await space.say(text);
  }
  const calls = space.calls.slice(from);
  const effects = calls
    .filter(({ name }) => !/^(?:list|summarise|get)_/.test(name))
    .map(({ name, input }) => [name, input]);
  const looked = isListing(answer) ? calls.findLast(({ name }) => name === "list_todos")?.input : undefined;
  if (!isDeepStrictEqual(effects, [...does])) return { answer, verdict: effects.length === 0 ? "question" : "wrong" };
  if (does.length > 0) return { answer, verdict: "right" };
  if (looks === null) return { answer, verdict: looked === undefined ? "right" : "misread" };
  if (looked === undefined) return { answer, verdict: "question" };
  const given = looked as Readonly<Record<string, unknown>>;
  const isRight = Object.entries(looks).every(([field, value]) => given[field] === value);
  return { answer, verdict: isRight ? "right" : "misread" };
}

/** Whether the answer shows todos as the answer to a question, not to have one of them chosen. */
function isListing(answer: string): boolean {
  return /^(?:There (?:is|are) (?!no list|no number|no such)(?:\d|no )|More than|\d+ [^\n]*todos?\b[^\n?]*:\n)/m.test(
    answer,
  );
}

/** How many utterances of each group have which verdict, as Markdown. */
export function utteranceTable(judged: readonly Judged[]): string {
  const groups = [...new Set(judged.map(({ group }) => group)), "All"];
  const rowsOf = groups.map((group) => {
    const of = judged.filter((each) => group === "All" || each.group === group);
    const count = (verdict: Verdict) => of.filter((each) => each.verdict === verdict).length;
    return `| ${group} | ${of.length} | ${count("right")} | ${count("question")} | ${count("misread")} | ${count("wrong")} |`;
  });
  const head = "| | utterances | right | honest question | misread | wrong |";
  return `${[head, "|---|--:|--:|--:|--:|--:|", ...rowsOf].join("\n")}\n`;
}
