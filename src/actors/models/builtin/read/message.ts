/**
 * Text to intents. Every word of a message belongs to one of them, or none of them is acted on: what is left over is asked about. A
 * message of several requests is carried out only if each is understood by itself.
 */
import { nothingMeant, notUnderstood, thanks, understoodOnly } from "../shared/answers.ts";
import type { ChangeIntent, Intent, Present } from "../shared/intents.ts";
import { readChange } from "./change.ts";
import { readCreate, readUncertainCreate } from "./create.ts";
import { impossibleDay } from "./impossible.ts";
import { readLook } from "./look.ts";
import { readMany } from "./many.ts";
import { withoutPoliteness } from "./polite.ts";
import { readNumbers } from "./reference.ts";
import { readTalk } from "./talk.ts";

/** Nobody gives an order of this length; the patterns need not look at more. */
const LONGEST_SENTENCE = 1000;
const MAX_REQUESTS = 5;

/** Where a sentence ends, but for names such as "Dr. No". */
const SENTENCE_END = /(?<=[\p{L}\p{N}"”’')])(?<!\b(?:dr|mr|mrs|ms|st|no|nr|vs|etc|e\.g|i\.e))[.;!?]+\s+/iu;
const LOOK = "(?:show|list|tell me|give me|find|search|what(?:'s| is| are)|which|how many)\\b";
const ORDER =
  "(?:add|create|remind|remember|mark|set|make|tick|check off|complete|finish|start|begin|reopen|rename|retitle|move|put|postpone|reschedule|archive|delete|remove|restore|change|clear)\\b";
const JOINT = new RegExp(
  `\\s*,?\\s+(?:and\\s+then|then|and|but|afterwards),?\\s+(?=${LOOK}|${ORDER})|\\s*,\\s+(?=${LOOK}|${ORDER})`,
  "gi",
);
/** What is said of a new todo, which its title does not say. */
const SAYS_MORE = new RegExp(
  `^(?:${LOOK}|(?:mark|set|make|move|archive|complete|start|rename)\\s+(?:it|that|this)\\b)`,
  "i",
);

/** What the message asks for; an intent that only says something when a part of it is not understood. */
export function readMessage(text: string, present: Present): Intent {
  const [first = "", ...others] = text.trim().split("\n");
  const body = others.join("\n").trim();
  if (first === "") return { kind: "say", text: nothingMeant };
  const many = readMany(text.trim(), present);
  if (many !== null) return onRealDays(many, text);
  if (body !== "") return withBody(readSentence(first, present), body);
  if (first.length > LONGEST_SENTENCE) return { kind: "say", text: notUnderstood };
  return readSentences(first, present);
}

/** More text below a sentence is the body of one new todo; no other sentence may ignore what it does not read. */
function withBody(intent: Intent, body: string): Intent {
  const [draft, ...more] = intent.kind === "create" ? intent.drafts : [];
  if (intent.kind !== "create" || draft === undefined || more.length > 0) return { kind: "say", text: notUnderstood };
  return { ...intent, drafts: [{ ...draft, content: body }] };
}

function readSentences(text: string, present: Present): Intent {
  const sentences = splitOutsideQuotes(text, SENTENCE_END);
  if (sentences.length === 1) return readSentence(text, present);
  const read = sentences.map((sentence) => ({ sentence, intent: readSentence(sentence, present) }));
  const meant = read.filter(({ intent }) => intent.kind !== "say" || !isCourtesy(intent.text));
  return together(meant);
}

function isCourtesy(answer: string): boolean {
  return answer === thanks || answer.startsWith("Hello!");
}

interface Part {
  readonly sentence: string;
  readonly intent: Intent;
}

/** The requests one after the other; what is not understood of one is asked about for all. */
function together(parts: readonly Part[]): Intent {
  const [only] = parts;
  if (only === undefined) return { kind: "say", text: thanks };
  if (parts.length === 1) return only.intent;
  const unclear = parts.find(({ intent }) => !isRequest(intent));
  if (unclear === undefined && parts.length <= MAX_REQUESTS)
    return { kind: "several", intents: parts.map(({ intent }) => intent), whole: null };
  const known = parts.find(({ intent }) => isRequest(intent));
  if (known === undefined || unclear === undefined) return { kind: "say", text: notUnderstood };
  return { kind: "say", text: understoodOnly(known.sentence, unclear.sentence) };
}

function isRequest({ kind }: Intent): boolean {
  return kind !== "say" && kind !== "pick" && kind !== "yes" && kind !== "more";
}

function readSentence(sentence: string, present: Present): Intent {
  const whole = readOne(sentence, present);
  const joint = [...sentence.matchAll(JOINT)].find((match) => !isInQuotes(sentence, match.index));
  if (joint === undefined) return whole;
  const head = sentence.slice(0, joint.index);
  const rest = sentence.slice(joint.index + joint[0].length);
  const first = readOne(head, present);
  if (!isRequest(first)) return whole.kind === "say" ? whole : { kind: "say", text: understoodOnly(rest, head) };
  const second = readSentence(rest, present);
  const mayBeTitle = first.kind === "create" && !SAYS_MORE.test(rest);
  if (!isRequest(second) || mayBeTitle) return { kind: "say", text: understoodOnly(head, rest) };
  const intents = [first, ...(second.kind === "several" ? second.intents : [second])];
  return { kind: "several", intents, whole: asOne(whole) };
}

/** The sentence as the change of a single todo whose title has the words between two requests; null when it is none. */
function asOne(intent: Intent): ChangeIntent | null {
  if (intent.kind !== "change" || intent.reference.by !== "words") return null;
  return { ...intent, reference: { ...intent.reference, isOne: true } };
}

/** One request, of which every word is accounted for, as far as the sentence alone can say. */
function readOne(line: string, present: Present): Intent {
  const { rest, isAsked } = withoutPoliteness(line);
  if (rest === "") return readTalk(line) ?? { kind: "say", text: thanks };
  const numbers = readNumbers(rest);
  if (numbers !== null) return { kind: "pick", numbers };
  const intent =
    readTalk(rest) ??
    readMany(rest, present) ??
    readCreate(rest, present) ??
    readLook(rest, present) ??
    readChange(rest, isAsked, present) ??
    readUncertainCreate(rest, present);
  return onRealDays(intent ?? { kind: "say", text: notUnderstood }, rest);
}

/** Days in these are found, not typed as a value: one that does not exist would be overlooked. */
function onRealDays(intent: Intent, text: string): Intent {
  const isDated = intent.kind === "create" || intent.kind === "list" || /^(?:what|show|list)\b/i.test(text);
  const day = isDated && text.length < 50 * LONGEST_SENTENCE ? impossibleDay(text) : null;
  return day === null
    ? intent
    : { kind: "say", text: `There is no such day as ${day}. Nothing was changed. Say the day again.` };
}

function splitOutsideQuotes(text: string, pattern: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`))) {
    if (isInQuotes(text, match.index)) continue;
    parts.push(text.slice(from, match.index + 1));
    from = match.index + match[0].length;
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== "");
}

function isInQuotes(text: string, index: number): boolean {
  return (text.slice(0, index).match(/["“”]/g) ?? []).length % 2 === 1;
}
