/** Sentences that complete a todo or change one of its fields. A rule reads the whole sentence, from the most to the least specific. */
import { noDay, notAsked, unclearTitle } from "../shared/answers.ts";
import type { Change, Intent, Present, Reference } from "../shared/intents.ts";
import { cleanName, type Polite } from "../shared/words.ts";
import { readDay } from "./dates.ts";
import { takeDay, takePriority, toPriority } from "./values.ts";

/** A text says why the value cannot be used; null: the sentence is none of that rule. */
type Build = (value: string, present: Present) => Change | string | null;

interface Rule {
  /** The named groups `what` (the todo) and `to` (the new value) are read. */
  readonly pattern: RegExp;
  readonly build: Build;
  /** A person may say it of the matter as well: "finish the slides", "the slides are done". */
  readonly isOfMatter: boolean;
}

const status =
  (to: "ready" | "in_progress" | "done"): Build =>
  () => ({ kind: "status", status: to });

const archive: Build = () => ({ kind: "archive" });
const restore: Build = () => ({ kind: "restore" });

/** A new title: in quotes anything, else nothing that may as well be another request or field. */
const title: Build = (value, present) => {
  const quoted = /^["“']([^"“”]+)["”']$/.exec(value.trim())?.[1];
  if (quoted !== undefined) return { kind: "title", title: quoted.trim() };
  const name = value.trim();
  const isMore = /[,;:]|\b(?:and|or|then|but|if|unless)\b|^(?:nothing|none|it|this|that|them)$/i.test(name);
  const hasField = takeDay(name, present).value !== null || takePriority(name).value !== null || /@/.test(name);
  return isMore || hasField ? unclearTitle(name) : { kind: "title", title: name };
};

const priority: Build = (value) => {
  if (/^(?:none|nothing|no|keine)$/i.test(value)) return { kind: "priority", priority: null };
  const level = toPriority(value);
  return level === null ? null : { kind: "priority", priority: level };
};

const due: Build = (value, present) => {
  const dueDate = readDay(value, present);
  return dueDate === null ? noDay(value.trim()) : { kind: "due", dueDate };
};

const list: Build = (value) => {
  const name = cleanName(value)
    .replace(/^(?:todo )?list\s+/i, "")
    .replace(/\s+list$/i, "")
    .replace(/^@/, "");
  return name === "" ? null : { kind: "list", listName: cleanName(name) };
};

/** "move X to Friday" changes the day, "move X to Groceries" the list. */
const dayOrList: Build = (value, present) => {
  const dueDate = readDay(value, present);
  if (dueDate !== null) return { kind: "due", dueDate };
  return takeDay(value, present).value === null ? list(value, present) : noDay(value.trim());
};

const WHAT = `(?<what>"[^"]+"|“[^”]+”|„[^“”]+[“”]|.+?)`;
const LEVEL = "(?<to>urgent|important|high|medium|normal|low|none)(?:[ -]prio(?:rity)?)?";
/** The one sentence in German, with which the app begins in that language. */
const STUFE = "(?<to>dringend|wichtig|hoch|mittel|niedrig|keine)";
const DATE_NAME = "(?:due[ -]?date|deadline|due[ -]?day)";
const SET = "(?:set|change|make|update)";
const CLEAR = "(?:remove|clear|delete|drop|unset)";
const DONE = "(?:done|completed?|finished)";
const HAVE = "(?:i|we)(?:'ve| have| am| are|'m|'re)?\\s+(?:just\\s+|already\\s+|now\\s+)?";
/** "X is done" says something; "what is done" asks. */
const NO_QUESTION =
  "(?!(?:what|which|who|when|where|why|how|if|is|are|was|does|did|has|have|nothing|nobody|everything|all|show|list|tell|give|find|any)\\b)";

const rule = (source: string, build: Build, isOfMatter = false): Rule => ({
  pattern: new RegExp(`^${source}$`, "i"),
  build,
  isOfMatter,
});

const RULES: readonly Rule[] = [
  rule(`(?:rename|retitle)\\s+${WHAT}\\s+(?:to|as|into)\\s+(?<to>.+)`, title),
  rule(`${SET}\\s+(?:the\\s+)?(?:title|name)\\s+of\\s+${WHAT}\\s+to\\s+(?<to>.+)`, title),
  rule(`${CLEAR}\\s+(?:the\\s+)?${DATE_NAME}\\s+(?:of|from|for|on)\\s+${WHAT}`, () => ({ kind: "due", dueDate: null })),
  rule(`${CLEAR}\\s+(?:the\\s+)?priority\\s+(?:of|from|for|on)\\s+${WHAT}`, () => ({
    kind: "priority",
    priority: null,
  })),
  rule(
    `(?:(?:${SET}|move)\\s+)?(?:the\\s+)?${DATE_NAME}\\s+(?:of|for|on)\\s+${WHAT}\\s+(?:to|is|=|:)\\s+(?<to>.+)`,
    due,
  ),
  rule(`(?:${SET}\\s+)?(?:the\\s+)?priority\\s+(?:of|for|on)\\s+${WHAT}\\s+(?:to|as|is|=|:)\\s+${LEVEL}`, priority),
  rule(`(?:make|mark|set|change)\\s+${WHAT}\\s+(?:as\\s+|to\\s+)?(?:an?\\s+)?${LEVEL}`, priority),
  rule(`(?:setze?|ändere)\\s+(?:die\\s+)?priorität\\s+(?:von|für)\\s+${WHAT}\\s+auf\\s+${STUFE}`, priority),
  rule(`(?:postpone|reschedule|push|snooze|defer|delay)\\s+${WHAT}\\s+(?:to|until|till)\\s+(?<to>.+)`, due),
  rule(`(?:set|make|mark)\\s+${WHAT}\\s+(?:to\\s+be\\s+)?due\\s+(?<to>.+)`, due),
  rule(
    `(?:mark|set)\\s+${WHAT}\\s+(?:as\\s+|to\\s+)?(?:not\\s+(?:yet\\s+)?${DONE}|undone|open|ready)`,
    status("ready"),
  ),
  rule(`(?:mark|set)\\s+${WHAT}\\s+(?:as\\s+|to\\s+)?(?:in[ -]progress|started|ongoing)`, status("in_progress")),
  rule(`(?:mark|set|tick|check|cross)\\s+(?:off\\s+)?${WHAT}\\s+(?:as\\s+|to\\s+)?(?:${DONE}|off)`, status("done")),
  rule(`(?:move|put|transfer)\\s+${WHAT}\\s+(?:in)?to\\s+(?<to>.+)`, dayOrList),
  rule(`(?:reopen|re-open|uncheck|untick)\\s+${WHAT}`, status("ready")),
  rule(`(?:tick|check|cross)\\s+off\\s+${WHAT}`, status("done")),
  rule(`(?:restore|unarchive|undelete)\\s+${WHAT}`, restore),
  rule(`(?:archive|delete|remove|trash|discard)\\s+${WHAT}`, archive),
  rule(`(?:start|begin)\\s+(?:working on\\s+|work on\\s+|with\\s+)?${WHAT}`, status("in_progress"), true),
  rule(`(?:complete|finish)\\s+${WHAT}`, status("done"), true),
  rule(`${DONE}(?:\\s*[:–-]\\s*|\\s+with\\s+)${WHAT}`, status("done"), true),
  rule(`${HAVE}(?:finished|done with|completed|done)\\s+(?:with\\s+)?${WHAT}`, status("done"), true),
  rule(`${NO_QUESTION}${WHAT}\\s+(?:is|are)\\s+(?:now\\s+|already\\s+)?${DONE}`, status("done"), true),
];

/**
 * The change that a sentence asks for; null when it asks for none. A question is no request; of what may as well be meant of the matter
 * it is asked also when it was wished for.
 */
export function readChange({ rest, isAsked, isQuestion }: Polite, present: Present): Intent | null {
  const plain = rest.replace(/[.!]+$/, "");
  for (const { pattern, build, isOfMatter } of RULES) {
    const groups = pattern.exec(plain)?.groups;
    if (groups === undefined) continue;
    const reference = readReference(groups["what"] ?? "");
    const change = build(groups["to"] ?? "", present);
    if (reference === null || change === null) continue;
    if (typeof change === "string") return { kind: "say", text: change };
    if (isQuestion && !isOfMatter) return { kind: "say", text: notAsked(plain) };
    return { kind: "change", reference, change, mayBeMatter: isOfMatter && isAsked };
  }
  return null;
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const LEAD = /^(?:(?:(?:the|numbers?|options?|items?|todos?|to-dos?|tasks?)\b|no\.?(?=\s*\d)|nr\.?|#)\s*)+/i;
const PRONOUN = /^(?:it|that|this|that one|this one|the last one|(?:the|that|this) (?:todo|task))$/i;
const OWN_LIST = /\s+(?:from|off|on|in)\s+(?:my|our|the)\s+(?:todo\s+list|task\s+list|list|todos|tasks)$/i;

/** "2", "the second one", "1 and 3" as numbers; null when it is something else. */
export function readNumbers(text: string): number[] | null {
  const bare = text
    .trim()
    .replace(LEAD, "")
    .replace(/\s+(?:ones?|todos?|tasks?|items?)$/i, "")
    .replace(/[.!]+$/, "");
  const parts = bare.split(/\s*(?:,\s*and\b|,|\band\b|&)\s*/i).map((part) => part.replace(LEAD, "").toLowerCase());
  const numbers = parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : ORDINALS.indexOf(part) + 1));
  return numbers.every((number) => number > 0) ? [...new Set(numbers)] : null;
}

/** The todos that a phrase points to; null when the phrase is empty. */
function readReference(text: string): Reference | null {
  const phrase = text.trim().replace(OWN_LIST, "");
  if (PRONOUN.test(phrase)) return { by: "it" };
  const numbers = readNumbers(phrase);
  if (numbers !== null) return { by: "numbers", numbers };
  const words = phrase.replace(/[\s.!,;:]+$/, "");
  return cleanName(words) === "" ? null : { by: "words", words };
}
