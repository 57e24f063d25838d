/** Sentences that ask for one new todo. */
import { shorten } from "../../text.ts";
import { noRepeat, noTitle } from "../answers.ts";
import type { Intent, Present } from "../intents.ts";
import { readDraft } from "./drafts.ts";

const NOUN = "(?:todo|to-do|task|reminder|item)";
const VERB = "(?:add|create|make|new|set up|put down|note down|note|write down|insert)";
const ADJECTIVE = "(?:(urgent|important|high[ -]priority|low[ -]priority|medium[ -]priority|normal[ -]priority)\\s+)?";

const CREATE = new RegExp(
  `^(?:${VERB}\\s+)(?:me\\s+)?(?:a\\s+|an\\s+|the\\s+|another\\s+|one\\s+)?(?:new\\s+)?${ADJECTIVE}${NOUN}\\b(?:\\s+(?:called|named|titled|saying))?\\s*[:–-]?\\s*(.+)$`,
  "i",
);
const HEADED = new RegExp(`^(?:new\\s+)?${ADJECTIVE}${NOUN}\\s*[:–-]\\s*(.+)$`, "i");
const REMIND = /^(?:remind (?:me|us)|set (?:me )?a reminder)\s+(.+)$/i;
const ADD_TO_LIST =
  /^(?:add|put|note|write)\s+(.+?(?:\s+@["“\p{L}\p{N}].*|\s+(?:to|on|in|onto|into)\s+(?:(?:my|the|our)\s+(?:todo|to-do|task)s?\b|(?:my|the|our)\s+.*\blist\b|list\s+.+|(?:my|the) list\b).*))$/iu;
const BARE = new RegExp(`^(?:${VERB}\\s+)(?:me\\s+)?(?:a\\s+|an\\s+|another\\s+)?(?:new\\s+)?${NOUN}\\s*[:.!]*$`, "i");
const UNSURE = /^(?:add|remember to|don't forget(?: to)?|do not forget(?: to)?)\s+(.+)$/i;

/** A rhythm before the task is no part of a title: "set a reminder every Monday to water plants", "add a daily todo to stretch". */
const RHYTHM = "((?:every|each)\\s+(?:other\\s+|second\\s+)?(?:\\w+)(?:\\s+and\\s+\\w+)?)";
const REPEATING = [
  new RegExp(
    `^(?:remind (?:me|us)|set (?:me )?(?:up )?a(?: \\w+)? reminder|(?:${VERB})\\s+(?:a\\s+|an\\s+)?(?:new\\s+)?${NOUN})\\s+(?:for\\s+)?${RHYTHM}\\s+(?:to\\s+|that\\s+|:\\s*)?(.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:set (?:me )?(?:up )?|${VERB}\\s+)(?:a\\s+|an\\s+)?(?:new\\s+)?(daily|weekly|monthly|yearly|recurring|repeating)\\s+${NOUN}\\b\\s*(?:to\\s+|:\\s*|called\\s+)?(.+)$`,
    "i",
  ),
];

function readRepeating(sentence: string): Intent | null {
  const match = REPEATING.map((pattern) => pattern.exec(sentence)).find((each) => each !== null);
  if (match === undefined) return null;
  const weekday = /^(?:every|each)\s+((?:mon|tues|wednes|thurs|fri|satur|sun)day)$/i.exec(match[1] ?? "")?.[1];
  const task = shorten((match[2] ?? "").replace(/[.!]+$/, ""), 80);
  return { kind: "say", text: noRepeat(task, weekday === undefined ? "" : ` on ${weekday}`) };
}

/** A new todo when the sentence says so plainly ("add a todo to …", "remind me to …", "todo: …"). */
export function readCreate(sentence: string, present: Present): Intent | null {
  if (BARE.test(sentence)) return { kind: "say", text: noTitle };
  const repeating = readRepeating(sentence);
  if (repeating !== null) return repeating;
  const stated = CREATE.exec(sentence) ?? HEADED.exec(sentence);
  if (stated !== null) return toIntent(stated[2] ?? "", stated[1] ?? "", present, false);
  const named = REMIND.exec(sentence) ?? ADD_TO_LIST.exec(sentence);
  return named === null ? null : toIntent(named[1] ?? "", "", present, false);
}

/** A new todo when the sentence may mean one ("add milk"), but may as well be the title of a todo. */
export function readUnsureCreate(sentence: string, present: Present): Intent | null {
  const match = UNSURE.exec(sentence);
  return match === null ? null : toIntent(match[1] ?? "", "", present, true);
}

function toIntent(text: string, adjective: string, present: Present, unsure: boolean): Intent | null {
  const draft = readDraft(adjective === "" ? text : `${text} !${adjective.split(/[ -]/)[0] ?? ""}`, present);
  return draft === null ? null : { kind: "create", drafts: [draft], unsure };
}
