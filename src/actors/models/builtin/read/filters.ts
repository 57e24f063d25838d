/** Phrases of questions that filter or sort todos, and the words around them that do neither. */
import type { Filter, Present } from "../shared/intents.ts";
import { type Phrase, phrase } from "../shared/scan.ts";
import { toPriority } from "./values.ts";
import { type Period, periodPhrases } from "./periods.ts";

export interface Piece extends Partial<Period> {
  readonly filter: Partial<Filter>;
  readonly adjective?: string;
  readonly tail?: string;
  readonly isNoun?: true;
  readonly isOrder?: true;
}

type Status = NonNullable<Filter["status"]>;

const STATUSES: readonly (readonly [string, Status])[] = [
  ["(?:(?:needs?|has|have|ought) )?(?:still )?to (?:be |get )*(?:do|done|finished|completed)", "active"],
  ["(?:must|should) (?:i|we) (?:still )?do", "active"],
  [
    "not (?:yet )?(?:done|finished|complete)(?: yet)?|unfinished|open|active|pending|outstanding|left|remaining",
    "active",
  ],
  ["in[ -]progress|started|ongoing|under way", "in_progress"],
  ["not (?:yet )?started|ready", "ready"],
  ["did (?:i|we) (?:do|get done|finish|complete)|(?:have|has) been (?:done|finished|completed)", "done"],
  ["(?:have|'ve) (?:i|we) (?:done|finished|completed)|done|completed|finished|closed", "done"],
];
const ADJECTIVES = { active: "open", in_progress: "started", ready: "ready", done: "done" } as const;

const SORTS: readonly (readonly [string, NonNullable<Filter["sort"]>])[] = [
  ["(?:the |their )?(?:due[ -]?(?:date|day)|deadline)", "dueDate"],
  ["(?:the |their )?(?:priority|importance|urgency)", "priority"],
];

/** A name that begins there: in quotes, or a word with those behind it that begin with a capital letter. */
const NAME = /^\s*(?:["“]([^"“”]+)["”]|([\p{L}\p{N}][\p{L}\p{N}&/'-]*(?: \p{Lu}[\p{L}\p{N}&/'-]*)*))/u;

const FILLERS =
  "me|my|our|us|i|we|do|does|is|are|was|were|be|there|the|a|an|of|that|which|still|currently|right now|now|please|" +
  "all|any|have got|have|on my plate|on my agenda|coming up|due";
const ORDERS =
  "show|give|get|see|view|tell|what is|what are|what's|whats|what|which|how many|" +
  "do (?:i|we) have|is there|are there";

/** Every phrase that a question may have. */
export function filterPhrases(present: Present): Phrase<Piece>[] {
  return [
    ...STATUSES.map(([words, status]) =>
      phrase<Piece>(words, () => ({ found: { filter: { status }, adjective: ADJECTIVES[status] } })),
    ),
    ...periodPhrases(present),
    ...priorityPhrases,
    phrase("(?:in|on) (?:my|our|the) (?:(?:todo|task) )?list", () => ({ found: { filter: {}, isNoun: true } })),
    ...listPhrases,
    phrase("archived|deleted", () => ({ found: { filter: { includeArchived: true }, adjective: "archived" } })),
    phrase("assigned to me|mine", () => ({ found: { filter: { assignedToMe: true }, tail: "assigned to you" } })),
    phrase("unassigned|not assigned|assigned to nobody", () => ({
      found: { filter: { unassigned: true }, tail: "assigned to nobody" },
    })),
    ...sortPhrases,
    phrase("todos?|to-dos?|tasks?|items?|stuff|things?|ones?|anything|everything", () => ({
      found: { filter: {}, isNoun: true },
    })),
    phrase(ORDERS, () => ({ found: { filter: {}, isOrder: true } })),
    phrase(FILLERS, () => ({ found: { filter: {} } })),
  ];
}

const priorityPhrases: readonly Phrase<Piece>[] = [
  phrase("(?:without (?:a |any )?|with no |no )priority", () => ({
    found: { filter: { priority: "none" }, tail: "without a priority" },
  })),
  phrase("(?:with )?(?:a )?(urgent|important|high|medium|normal|low)(?:[ -]prio(?:rity)?)?", ([, word = ""]) => {
    const priority = toPriority(word);
    return priority === null ? null : { found: { filter: { priority }, adjective: priority } };
  }),
];

const listPhrases: readonly Phrase<Piece>[] = [
  phrase("(?:in|from|on|of) (?:the |my |our )?(?:todo )?list(?: called| named)?", (_match, rest) => listAt(rest)),
  phrase("(?:in|from|on|of) (?:the |my |our )([\\p{L}\\p{N}&/'-]+) list", ([, name = ""]) => ({
    found: { filter: { listName: name } },
  })),
  // Without the word "list" a name begins with a capital letter.
  phrase("(?:in|from)", (_match, rest) => (/^\s*["“]?\p{Lu}/u.test(rest) ? listAt(rest) : null)),
  { pattern: /@/y, read: (_match, rest) => listAt(rest) },
];

function listAt(rest: string): { found: Piece; more: number } | null {
  const match = NAME.exec(rest);
  if (match === null) return null;
  return { found: { filter: { listName: (match[1] ?? match[2] ?? "").trim() } }, more: match[0].length };
}

const sortPhrases: readonly Phrase<Piece>[] = SORTS.map(([key, sort]) =>
  phrase<Piece>(
    `(?:(?:sort(?:ed)?|order(?:ed)?) )?by ${key}(?: (asc(?:ending)?|desc(?:ending)?|(?:newest|latest|highest|oldest|soonest|earliest|lowest)(?: first)?))?`,
    ([, direction]) => ({ found: { filter: { sort, order: orderOf(direction, sort) } } }),
  ),
);

function orderOf(word: string | undefined, sort: Filter["sort"]): "asc" | "desc" {
  if (word === undefined) return sort === "dueDate" ? "asc" : "desc";
  return /^(?:asc|oldest|soonest|earliest|lowest)/i.test(word) ? "asc" : "desc";
}
