/** Text to intent. The readers are asked in order; the first that understands the whole sentence decides. */
import { nothingMeant, notUnderstood } from "../answers.ts";
import { withoutFiller } from "../clean.ts";
import type { Intent, Present } from "../intents.ts";
import { readChange } from "./change.ts";
import { readBoth } from "./compound.ts";
import { readCreate, readUnsureCreate } from "./create.ts";
import { impossibleDay } from "./impossible.ts";
import { readLook } from "./look.ts";
import { readMany } from "./many.ts";
import { readNamed } from "./named.ts";
import { readSmallTalk } from "./small-talk.ts";
import { readNumbers } from "./target.ts";
import { readTold } from "./told.ts";

/** Nobody gives an order of this length; the patterns need not look at more. */
const LONGEST_SENTENCE = 1000;

type Reader = (sentence: string, present: Present) => Intent | null;

const readers: readonly Reader[] = [
  readSmallTalk,
  readPick,
  readNamed,
  readCreate,
  readLook,
  readChange,
  readUnsureCreate,
  readTold,
];

/** Days in these are found, not typed as a value: one that does not exist would be overlooked. */
const DATED: readonly Intent["kind"][] = ["create", "list", "next", "summary"];

/** What the message asks for; an intent that only says something when it asks for nothing the rules know. */
export function parse(text: string, present: Present): Intent {
  const [first = "", ...others] = text.trim().split("\n");
  const body = others.join("\n").trim();
  if (body === "") {
    const whole = first.length > LONGEST_SENTENCE ? null : readBoth(first, (part) => parseLine(part, present));
    return whole ?? parseLine(first, present);
  }
  const many = readMany(text, present);
  return many === null ? withBody(parseLine(first, present), body) : onRealDays(many, text);
}

function parseLine(line: string, present: Present): Intent {
  return onRealDays(readMany(line, present) ?? parseSentence(line, present), line);
}

function onRealDays(intent: Intent, text: string): Intent {
  const dated = DATED.includes(intent.kind) || (isRefusal(intent) && /^(?:what|show|list)\b/i.test(text));
  const day = dated && text.length < 50 * LONGEST_SENTENCE ? impossibleDay(text) : null;
  if (day === null) return intent;
  const outcome = intent.kind === "create" ? "Nothing was created." : "Say the day again.";
  return { kind: "say", text: `There is no such day as ${day}. ${outcome}` };
}

function isRefusal(intent: Intent): boolean {
  return intent.kind === "say" && intent.text === notUnderstood;
}

function parseSentence(line: string, present: Present): Intent {
  if (line.length > LONGEST_SENTENCE) return { kind: "say", text: notUnderstood };
  const sentence = withoutFiller(line).replace(/\s*[?]+$/, "");
  if (sentence === "") return { kind: "say", text: nothingMeant };
  if (/^(?:do not|don't|dont|never|stop)\b(?! forget)/i.test(sentence)) return { kind: "say", text: notUnderstood };
  for (const read of readers) {
    const intent = read(sentence, present);
    if (intent !== null) return intent;
  }
  return { kind: "say", text: notUnderstood };
}

/** More text below a sentence is the body of one new todo; no other sentence may ignore what it does not read. */
function withBody(intent: Intent, body: string): Intent {
  const [draft, ...more] = intent.kind === "create" ? intent.drafts : [];
  if (intent.kind !== "create" || draft === undefined || more.length > 0) return { kind: "say", text: notUnderstood };
  return { ...intent, drafts: [{ ...draft, content: body }] };
}

function readPick(sentence: string): Intent | null {
  const numbers = readNumbers(sentence);
  return numbers === null ? null : { kind: "pick", numbers };
}
