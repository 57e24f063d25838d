/** Reads what a person tells to have done ("I bought milk"): the todo that asks for it ("Buy milk") is done then. */
import type { Intent } from "../intents.ts";

const TOLD =
  /^(?:i|we)(?:'ve|\s+have)?\s+(?:just\s+|already\s+|finally\s+|now\s+)*(?!have\b|has\b|had\b|was\b|were\b|am\b|been\b|will\b|want|need)([a-z]+)\s+(.+)$/i;
const WHEN =
  /[\s,]+(?:yesterday|today|tonight|now|already|just now|this (?:morning|afternoon|evening)|last night|finally)$/i;

const IRREGULAR = new Map(
  (
    "bought buy|paid pay|sent send|wrote write|written write|made make|got get|took take|taken take|gave give|given give|" +
    "read read|did do|done do|met meet|told tell|brought bring|fed feed|built build|found find|held hold|left leave|" +
    "put put|set set|ran run|sold sell|spoke speak|spoken speak|went go|gone go|cut cut|drew draw|drove drive|" +
    "hung hang|kept keep|learnt learn|lent lend|let let|lost lose|picked pick|rang ring|rung ring|said say|saw see|" +
    "shut shut|sung sing|swept sweep|swept sweep|taught teach|thought think|threw throw|thrown throw|woke wake|" +
    "wrapped wrap|hid hide|dug dig|fixed fix|chose choose|chosen choose|ate eat|eaten eat|caught catch|came come"
  )
    .split("|")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** The change that completes the todo; null when the sentence tells nothing of the kind. */
export function readTold(sentence: string): Intent | null {
  const match = TOLD.exec(sentence.replace(/[.!]+$/, ""));
  if (match === null) return null;
  const verbs = formsOf((match[1] ?? "").toLowerCase());
  const words = (match[2] ?? "").replace(WHEN, "").trim();
  if (verbs.length === 0 || words === "") return null;
  return { kind: "change", target: { by: "told", verbs, words }, change: { kind: "status", status: "done" } };
}

/** What the verb may be called in a title: "mopped" is "mop", "baked" is "bake" ("bak" is no word and does no harm). */
function formsOf(past: string): string[] {
  const known = IRREGULAR.get(past);
  if (known !== undefined) return [known];
  if (!/..ed$/.test(past)) return [];
  const stem = past.slice(0, -2);
  const single = /(.)\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const y = stem.endsWith("i") ? [`${stem.slice(0, -1)}y`] : [];
  return [stem, `${stem}e`, ...single, ...y];
}
