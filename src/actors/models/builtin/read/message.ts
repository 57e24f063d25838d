/**
 * Text to an intent. Every word of a message belongs to it, or it is not acted on: what is left over is asked about. One message is one
 * request; several todos may be made by lines of their own.
 */
import { readChange, readNumbers } from "./change.ts";
import { readCreate, readUncertainCreate } from "./create.ts";
import { impossibleDay } from "./dates.ts";
import { readLook } from "./look.ts";
import {
  greeting,
  nothingMeant,
  notUnderstood,
  openQuotes,
  thanks,
  twoRequests,
  understoodOnly,
  help,
  nothingDone,
  noTodos,
} from "../shared/answers.ts";
import type { Intent, Present, Draft } from "../shared/intents.ts";
import { isInQuotes, withoutPoliteness } from "../shared/words.ts";
import { readDraft } from "./draft.ts";
import { takeDay, takeList } from "./values.ts";

/** Nobody gives an order of this length; the patterns need not look at more. */
const LONGEST_SENTENCE = 1000;
/** Where a sentence ends, but for names such as "Dr. No". */
const SENTENCE_END = /(?<=[\p{L}\p{N}"”’')])(?<!\b(?:dr|mr|mrs|ms|st|no|nr|vs|etc|e\.g|i\.e))[.;!?]+\s+/iu;

/** What the message asks for; an intent that only says something when a part of it is not understood. */
export function readMessage(text: string, present: Present): Intent {
  const [first = "", ...others] = text.trim().split("\n");
  const body = others.join("\n").trim();
  if (first === "") return say(nothingMeant);
  const lines = readLines(text.trim(), present);
  if (lines !== null) return onRealDays(lines, text);
  if (first.length > LONGEST_SENTENCE) return say(notUnderstood);
  return body === "" ? readSentences(first, present) : withBody(readSentence(first, present), body);
}

/** More text below a sentence is the body of a new todo; no other sentence may ignore what it does not read. */
function withBody(intent: Intent, body: string): Intent {
  if (intent.kind !== "create") return say(notUnderstood);
  return { ...intent, drafts: intent.drafts.map((draft) => ({ ...draft, content: body })) };
}

/** Courtesies aside, a message is one sentence. */
function readSentences(text: string, present: Present): Intent {
  const read = sentencesOf(text).map((sentence) => ({ sentence, intent: readSentence(sentence, present) }));
  const [one, other] = read.filter(({ intent }) => !isCourtesy(intent));
  if (one === undefined) return read[0]?.intent ?? say(thanks);
  if (other === undefined) return one.intent;
  if (other.intent.kind === "say") return say(understoodOnly(one.sentence, other.sentence));
  return say(
    one.intent.kind === "say"
      ? understoodOnly(other.sentence, one.sentence)
      : twoRequests(one.sentence, other.sentence),
  );
}

function isCourtesy(intent: Intent): boolean {
  return intent.kind === "say" && (intent.text === thanks || intent.text === greeting);
}

/** One request, of which every word is accounted for, as far as the sentence alone can say. */
function readSentence(line: string, present: Present): Intent {
  const polite = withoutPoliteness(line);
  const rest = polite.rest.replace(/\s*\?+$/, "");
  if (rest === "") return readTalk(line) ?? say(thanks);
  if (hasOpenQuotes(rest)) return say(openQuotes);
  const numbers = readNumbers(rest);
  if (numbers !== null) return { kind: "pick", numbers };
  const intent =
    readTalk(rest) ??
    (UNDO.test(rest.replace(/[\s.!]+$/, "")) ? ({ kind: "undo" } as const) : null) ??
    readCreate(rest, present) ??
    readLook(rest, present) ??
    readChange({ ...polite, rest }, present) ??
    readUncertainCreate(rest, present);
  return onRealDays(intent ?? say(notUnderstood), rest);
}

/** Days in these are found, not typed as a value: one that does not exist would be overlooked. */
function onRealDays(intent: Intent, text: string): Intent {
  const isDated = intent.kind === "create" || intent.kind === "list" || /^(?:what|show|list)\b/i.test(text);
  const day = isDated && text.length < 50 * LONGEST_SENTENCE ? impossibleDay(text) : null;
  return day === null ? intent : say(`There is no such day as ${day}. Nothing was changed. Say the day again.`);
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(SENTENCE_END, "giu"))) {
    if (isInQuotes(text, match.index)) continue;
    sentences.push(text.slice(from, match.index + 1));
    from = match.index + match[0].length;
  }
  return [...sentences, text.slice(from)].filter((sentence) => sentence.trim() !== "");
}

/** A quotation that does not end: what belongs to it nobody can say. */
function hasOpenQuotes(text: string): boolean {
  return isInQuotes(text, text.length) || /(?:^|\s)['‘](?!.*['’](?:[\s.,;:!?)]|$))/.test(text);
}

function say(text: string): Intent {
  return { kind: "say", text };
}

const TALK: readonly (readonly [RegExp, string])[] = [
  [/^(?:hi|hello|hey|good (?:morning|afternoon|evening))(?:\s+(?:there|assistant|dayshift))?$/i, greeting],
  [/^(?:thanks|thank you|thx|cheers|great|cool|perfect|nice|ok|okay)(?:\s+(?:a lot|so much|very much))?$/i, thanks],
  [/^(?:no|nope|never mind|cancel)$/i, nothingDone],
  [/^(?:help|commands?|examples?)(?: me)?$/i, help],
  [/^what (?:can|do) (?:you|i) (?:do|understand|say|ask)(?: here| with you)?$/i, help],
  [/^how (?:do|can|should|does|would) (?:i|you|we|this|it)\b.*$/i, help],
  [/^(?:who|what) are you$/i, help],
  [/^are you (?:an? )?(?:ai|llm|language model|bot|robot|human|person|real)\b.*$/i, help],
  [
    /^(?:(?:set|configure|connect|use|choose) (?:a|the|another|an?) (?:language )?model|set up (?:a|the) model)\b.*$/i,
    help,
  ],
  [/^(?:which|what) (?:language )?model (?:are you|is this|do you use)\b.*$/i, help],
];

const UNDO =
  /^(?:(?:undo|revert|take back)(?:\s+(?:it|that|this|these|those|the last (?:change|changes|one)|(?:my|your) last changes?|what you (?:just )?did))?|(?:take|put|change) (?:it|that|this) back)$/i;

/** The answer to small talk; null when the sentence is none. */
function readTalk(sentence: string): Intent | null {
  const plain = sentence.replace(/[\s.!]+$/, "");
  const found = TALK.find(([pattern]) => pattern.test(plain));
  return found === undefined ? null : { kind: "say", text: found[1] };
}

type Shared = Pick<Draft, "listName" | "dueDate">;

const MAX = 50;
/** Longer lines are prose, whatever stands before them. */
const LONGEST_LINE = 1000;
const TASK = /^\s*[-*+]\s+\[ \]\s+(.+)$/;
const CLOSED_TASK = /^\s*[-*+]\s+\[[xX]\]\s+/;
const BULLET = /^\s*(?:[-*+•]|\d{1,2}[.)])\s+(.+)$/;
const HEADING =
  /^(?:(?:add|create|make|note|new)\s+)?(?:(?:these|those|the following|some|my|a few|several)\s+)?(?:new\s+)?(?:todo|to-do|task|item|reminder)s\b(?<shared>[^:]*?):?$/i;

/** A create intent for several todos; null when the message is no such list. */
function readLines(text: string, present: Present): Intent | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const [first = "", ...others] = lines;
  if (lines.some((line) => line.length > LONGEST_LINE)) return null;
  const shared = HEADING.exec(first.trim())?.groups?.["shared"];
  if (others.length === 0) return shared === "" && /:\s*$/.test(first) ? { kind: "say", text: noTodos } : null;
  const heading = shared === undefined ? null : readShared(shared, present);
  if (heading !== null && (/:\s*$/.test(first) || others.every((line) => BULLET.test(line))))
    return toIntent(others, heading, present);
  const areTasks = lines.every((line) => TASK.test(line) || CLOSED_TASK.test(line));
  return areTasks ? toIntent(lines, {}, present) : null;
}

/** What is said about all of the items: a list, a day; null when it is more than that. */
function readShared(text: string, present: Present): Shared | null {
  const list = takeList(` ${text}`);
  const day = takeDay(list.rest, present);
  if (day.rest.trim() !== "") return null;
  return {
    ...(list.value === null ? {} : { listName: list.value }),
    ...(day.value === null ? {} : { dueDate: day.value }),
  };
}

/** All of the lines, or a text about the first that is unclear. */
function toIntent(lines: readonly string[], shared: Shared, present: Present): Intent | null {
  const items = lines
    .filter((line) => !CLOSED_TASK.test(line))
    .map((line) => TASK.exec(line)?.[1] ?? BULLET.exec(line)?.[1] ?? line);
  if (items.length > MAX) {
    const text = `These are ${items.length} lines; I create at most ${MAX} todos at once. Nothing was created.`;
    return { kind: "say", text };
  }
  const drafts: Draft[] = [];
  for (const item of items) {
    const draft = readDraft(item, present);
    if (typeof draft === "string") return { kind: "say", text: draft };
    if (draft !== null) drafts.push({ ...shared, ...draft });
  }
  return drafts.length === 0 ? null : { kind: "create", drafts, isCertain: true };
}
