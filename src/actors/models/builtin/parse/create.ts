/** Sentences that ask for one new todo. */
import { noTitle } from "../answers.ts";
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

/** A new todo when the sentence says so plainly ("add a todo to …", "remind me to …", "todo: …"). */
export function readCreate(sentence: string, present: Present): Intent | null {
  if (BARE.test(sentence)) return { kind: "say", text: noTitle };
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
