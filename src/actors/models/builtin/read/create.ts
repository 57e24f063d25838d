/** Sentences that ask for one new todo. */
import { noRepeat, noTitle, unclearTitle } from "../shared/answers.ts";
import type { Intent, Present } from "../shared/intents.ts";
import { readDraft } from "./draft.ts";
import { takeDay } from "./values.ts";

const NOUN = "(?:todo|to-do|task|reminder|item)";
const VERB = "(?:add|create|make|set up|put down|note down|note|write down)";
const ADJECTIVE =
  "(?:(?<adjective>urgent|important|high[ -]priority|low[ -]priority|medium[ -]priority|normal[ -]priority)\\s+)?";

/** "Make a todo app": without a word that leads to the title, "todo" may belong to another noun. */
const CREATE = new RegExp(
  `^(?<verb>${VERB})\\s+(?:me\\s+)?(?<article>(?:an?|the|another|one)\\s+)?(?:new\\s+)?${ADJECTIVE}${NOUN}\\b(?<lead>\\s+(?:called|named|titled|saying)\\b\\s*:?|\\s*[:–-])?\\s*(?<title>.+)$`,
  "i",
);
const HEADED = new RegExp(`^(?:new\\s+)?${ADJECTIVE}${NOUN}(?<lead>\\s*[:–-])\\s*(?<title>.+)$`, "i");
const REMIND = /^(?:remind (?:me|us)|set (?:me )?a reminder)\s+(.+)$/i;
const ADD_TO_LIST =
  /^(?:add|put|note|write)\s+(.+?(?:\s+@["“\p{L}\p{N}].*|\s+(?:to|on|in|onto|into)\s+(?:(?:my|the|our)\s+(?:todo|to-do|task)s?\b|(?:my|the|our)\s+.*\blist\b|list\s+.+|(?:my|the) list\b).*))$/iu;
const BARE = new RegExp(
  `^(?:(?:${VERB}\\s+)(?:me\\s+)?(?:an?\\s+|another\\s+)?(?:new\\s+)?${NOUN}\\s*[:.!]*|(?:new\\s+)?${NOUN}:)$`,
  "i",
);
const RHYTHM = new RegExp(`\\b(?:daily|weekly|monthly|yearly|recurring|repeating)\\s+${NOUN}\\b`, "i");
const REMEMBER = /^(?:remember to|don't forget to|do not forget to)\s+(.+)$/i;
const ADD = /^add\s+(.+)$/i;
/** "milk to groceries": whether that is a list only the lists can tell. */
const TO_LIST = /^(.*\S)\s+(?:to|in|into|on|onto)\s+(?:the\s+|my\s+|our\s+)?(\S+(?:\s+\S+){0,2})$/i;
const PREPOSITION = /\s(?:to|in|into|on|onto|from|of|with|as|by|and then)\s/i;
/** Behind "add" these may mean anything, and several things may be several todos. */
const NO_TITLE =
  /^(?:it|this|that|them|these|those|another|more|some|something|up|on|in|to|no|a (?:new )?list|\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b|,|\band\b/i;

type Groups = Readonly<Record<string, string | undefined>>;

/** A new todo when the sentence says so plainly ("add a todo to …", "remind me to …", "todo: …"). */
export function readCreate(sentence: string, present: Present): Intent | null {
  if (BARE.test(sentence)) return { kind: "say", text: noTitle };
  const stated = (CREATE.exec(sentence) ?? HEADED.exec(sentence))?.groups;
  if (stated !== undefined) return newTodo(stated, present);
  if (RHYTHM.test(sentence) && /^(?:add|create|make|set|new)\b/i.test(sentence)) return { kind: "say", text: noRepeat };
  const reminded = REMIND.exec(sentence)?.[1];
  if (reminded !== undefined) return toIntent(reminded, true, present);
  const named = ADD_TO_LIST.exec(sentence)?.[1];
  return named === undefined ? null : toIntent(named, false, present);
}

/** A new todo when the sentence may mean one ("add milk"), but may as well be the title of a todo. */
export function readUncertainCreate(sentence: string, present: Present): Intent | null {
  const remembered = REMEMBER.exec(sentence)?.[1];
  if (remembered !== undefined) return toIntent(remembered, false, present);
  const added = ADD.exec(sentence)?.[1];
  if (added === undefined) return null;
  const intent = toIntent(added, false, present);
  const [draft] = intent?.kind === "create" ? intent.drafts : [];
  if (draft === undefined || draft.isQuoted === true) return intent;
  if (NO_TITLE.test(added) || PREPOSITION.test(` ${takeDay(added, present).rest.split(" ")[0]} `))
    return { kind: "say", text: unclearTitle(added) };
  const [, title = "", listName = ""] = (draft.listName === undefined ? TO_LIST.exec(draft.title) : null) ?? [];
  if (PREPOSITION.test(` ${title === "" ? draft.title : title} `)) return { kind: "say", text: unclearTitle(added) };
  return title === "" ? intent : { kind: "create", drafts: [{ ...draft, title, listName }], isCertain: false };
}

/** An adjective before "todo" is its priority, and so is one behind the title: both are one too many. */
function newTodo({ verb, article, adjective, lead, title = "" }: Groups, present: Present): Intent | null {
  // No infinitive follows: it is said where the todo is to be, and not what.
  if (/^to\s+(?:(?:the|my|our|his|her|both|all|each|every)\b|\p{Lu})/u.test(title))
    return { kind: "say", text: unclearTitle(title) };
  // "For Bob": whom it is for, and again not what.
  if (/^for\s+\p{Lu}\p{L}+$/u.test(title)) return { kind: "say", text: unclearTitle(title) };
  const leads = lead !== undefined || /^(?:to|for|about|that)\s|^["“\p{Lu}]/u.test(title);
  const isBare = /^make$/i.test(verb ?? "") || article === undefined || !/\s/.test(title);
  if (!leads && isBare) return { kind: "say", text: unclearTitle(title) };
  const level = adjective?.split(/[ -]/)[0];
  const text = level === undefined ? title : `${title}, ${level} priority`;
  const intent = toIntent(text, true, present) ?? { kind: "say", text: noTitle };
  // Quoted is what was written, without the words that were added here.
  const isUnclear = intent.kind === "say" && intent.text === unclearTitle(text);
  return isUnclear ? { kind: "say", text: unclearTitle(title) } : intent;
}

function toIntent(text: string, isCertain: boolean, present: Present): Intent | null {
  const draft = readDraft(text, present);
  if (draft === null) return null;
  return typeof draft === "string" ? { kind: "say", text: draft } : { kind: "create", drafts: [draft], isCertain };
}
