/**
 * Text to an intent. Every word of a message belongs to it, or it is not acted on: what is left over is asked about. One message is one
 * request; several todos may be made by lines of their own.
 */
import { readChange, readNumbers } from "./change.ts";
import { readCreate, readUncertainCreate } from "./create.ts";
import { impossibleDay } from "./dates.ts";
import { readLines } from "./lines.ts";
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
  noUndo,
} from "../shared/answers.ts";
import type { Intent, Present } from "../shared/intents.ts";
import { isInQuotes, withoutPoliteness } from "../shared/words.ts";

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
  [/^(?:undo|revert|take back)(?:\s+(?:it|that|this|the last (?:change|one)|my last change|what you did))?$/i, noUndo],
];

/** The answer to small talk; null when the sentence is none. */
function readTalk(sentence: string): Intent | null {
  const plain = sentence.replace(/[\s.!]+$/, "");
  const found = TALK.find(([pattern]) => pattern.test(plain));
  return found === undefined ? null : { kind: "say", text: found[1] };
}
