/** Sentences that change one todo: state, title, priority, day, list. Patterns run from the most to the least specific. */
import { oneAtATime } from "../answers.ts";
import { cleanName } from "../clean.ts";
import type { Change, Intent, Present } from "../intents.ts";
import { readDay } from "./dates.ts";
import { toPriority } from "./drafts.ts";
import { readSeveral } from "./several.ts";
import { readTarget } from "./target.ts";

type Build = (value: string, present: Present) => Change | string | null;

/** The named groups `what` (the todo) and `to` (the new value) of the first pattern that matches are read. */
interface Rule {
  readonly pattern: RegExp;
  readonly build: Build;
}

const status =
  (to: "ready" | "in_progress" | "done"): Build =>
  () => ({ kind: "status", status: to });

const title: Build = (value) => {
  const name = value
    .trim()
    .replace(/^["“'](.+)["”']$/, "$1")
    .trim();
  return name === "" ? null : { kind: "title", title: name };
};

const priority: Build = (value) => {
  if (/^(?:none|nothing|no)$/i.test(value)) return { kind: "priority", priority: null };
  const level = toPriority(value);
  return level === null ? null : { kind: "priority", priority: level };
};

const due: Build = (value, present) => {
  const dueDate = readDay(value, present);
  return dueDate === null
    ? `I do not understand “${value.trim()}” as a day from today on. Nothing was changed.`
    : { kind: "due", dueDate };
};

const noDue: Build = () => ({ kind: "due", dueDate: null });

const list: Build = (value) => {
  const name = cleanName(value)
    .replace(/^list\s+/i, "")
    .replace(/\s+list$/i, "")
    .replace(/^@/, "");
  return name === "" ? null : { kind: "list", listName: name };
};

/** "move X to Friday" changes the day, "move X to Groceries" the list. */
const dayOrList: Build = (value, present) => {
  const dueDate = readDay(value, present);
  return dueDate === null ? list(value, present) : { kind: "due", dueDate };
};

const WHAT = `(?<what>"[^"]+"|“[^”]+”|.+?)`;
const LEVEL = "(?<to>urgent|important|high|medium|normal|low|none)";
const DATE_NAME = "(?:due[ -]?date|deadline|due[ -]?day)";
/** "X is done" tells something; "what is done" and "show me what is due" ask. */
const NO_QUESTION =
  "(?!(?:what|which|who|when|where|why|how|if|is|are|everything|all|nothing|show|list|tell|give|find|any)\\b)";
const rule = (source: string, build: Build): Rule => ({ pattern: new RegExp(`^${source}$`, "i"), build });

const RULES: readonly Rule[] = [
  rule(`(?:rename|retitle)\\s+${WHAT}\\s+(?:to|as|into)\\s+(?<to>.+)`, title),
  rule(`(?:change|set)\\s+(?:the\\s+)?(?:title|name)\\s+of\\s+${WHAT}\\s+to\\s+(?<to>.+)`, title),
  rule(`(?:remove|clear|delete|drop|unset)\\s+(?:the\\s+)?${DATE_NAME}\\s+(?:of|from|for|on)\\s+${WHAT}`, noDue),
  rule(`(?:remove|clear|delete|drop|unset)\\s+(?:the\\s+)?priority\\s+(?:of|from|for|on)\\s+${WHAT}`, () => ({
    kind: "priority",
    priority: null,
  })),
  rule(
    `(?:(?:set|change|move|make|update)\\s+)?(?:the\\s+)?${DATE_NAME}\\s+(?:of|for|on)\\s+${WHAT}\\s+(?:to|is|=|:)\\s+(?<to>.+)`,
    due,
  ),
  rule(
    `(?:(?:set|change|make|update)\\s+)?(?:the\\s+)?priority\\s+(?:of|for|on)\\s+${WHAT}\\s+(?:to|as|is|=|:)\\s+${LEVEL}`,
    priority,
  ),
  rule(`(?:make|mark|set|change)\\s+${WHAT}\\s+(?:as\\s+|to\\s+)?(?:an?\\s+)?${LEVEL}(?:[ -]prio(?:rity)?)?`, priority),
  rule(`priorit[iy][sz]e\\s+${WHAT}`, () => ({ kind: "priority", priority: "high" })),
  rule(
    `(?:postpone|reschedule|push|snooze|defer|delay|shift)\\s+${WHAT}\\s+(?:back\\s+)?(?:to|until|till|by|for)\\s+(?<to>.+)`,
    due,
  ),
  rule(`(?:set|make|mark)\\s+${WHAT}\\s+(?:to\\s+be\\s+)?due\\s+(?<to>.+)`, due),
  rule(
    `(?:mark|set|tick|check|flag|move)\\s+(?:off\\s+)?${WHAT}\\s+(?:as\\s+|to\\s+)?(?:not\\s+(?:yet\\s+)?(?:done|finished|complete)|undone|open|ready|to[ -]?do)`,
    status("ready"),
  ),
  rule(
    `(?:mark|set|flag|move)\\s+${WHAT}\\s+(?:as\\s+|to\\s+)?(?:in[ -]progress|started|ongoing)`,
    status("in_progress"),
  ),
  rule(
    `(?:mark|set|tick|check|cross|move)\\s+(?:off\\s+)?${WHAT}\\s+(?:as\\s+|to\\s+)?(?:done|completed?|finished|closed|off)`,
    status("done"),
  ),
  rule(`(?:move|put|transfer)\\s+${WHAT}\\s+(?:in)?to\\s+(?<to>.+)`, dayOrList),
  rule(`(?:reopen|re-open|uncheck|untick|unmark)\\s+${WHAT}`, status("ready")),
  rule(`(?:start|begin)\\s+(?:working on\\s+|work on\\s+|with\\s+)?${WHAT}`, status("in_progress")),
  rule(`(?:i'm|i am|we are|we're)\\s+(?:now\\s+)?working on\\s+${WHAT}(?:\\s+now)?`, status("in_progress")),
  rule(`(?:complete|finish|close|resolve|tick off|check off|cross off|tick|check)\\s+${WHAT}`, status("done")),
  rule(`(?:done|finished|completed)(?:\\s*[:–-]\\s*|\\s+with\\s+|\\s+)${WHAT}`, status("done")),
  rule(
    `(?:i|we)(?:'ve| have)?\\s+(?:just\\s+|already\\s+)?(?:finished|done|completed|did)\\s+(?:with\\s+)?${WHAT}`,
    status("done"),
  ),
  rule(
    `(?:restore|unarchive|un-archive|undelete|recover|bring back)\\s+${WHAT}(?:\\s+from\\s+the\\s+archive)?`,
    () => ({
      kind: "restore",
    }),
  ),
  rule(`(?:archive|delete|remove|trash|discard|get rid of|throw away)\\s+${WHAT}`, () => ({ kind: "archive" })),
  rule(`${NO_QUESTION}${WHAT}\\s+(?:is|are)\\s+due\\s+(?<to>.+)`, due),
  rule(
    `${NO_QUESTION}${WHAT}\\s+(?:is|are|was)\\s+(?:now\\s+|already\\s+)?(?:done|finished|completed?)`,
    status("done"),
  ),
];

const SWEEPING = /^(?:everything|them|these|those|both|all|every)\b/i;

/** The change that a sentence asks for; null when it asks for none. */
export function readChange(sentence: string, present: Present): Intent | null {
  const plain = sentence.replace(/[.!]+$/, "");
  return readSeveral(plain, (part) => readOne(part, present)) ?? readOne(plain, present);
}

function readOne(plain: string, present: Present): Intent | null {
  for (const { pattern, build } of RULES) {
    const groups = pattern.exec(plain)?.groups;
    if (groups === undefined) continue;
    const target = readTarget(groups["what"] ?? "");
    const change = build(groups["to"] ?? "", present);
    if (target === null || change === null) continue;
    if (target.by === "words" && SWEEPING.test(target.words)) return { kind: "say", text: oneAtATime };
    return typeof change === "string" ? { kind: "say", text: change } : { kind: "change", target, change };
  }
  return null;
}
