/** Phrases of questions that filter todos, by days, too, or sort them, and the words around them that do neither. */
import { findDay } from "./dates.ts";
import { toPriority } from "./values.ts";
import { monday, monthEnd, spoken, today } from "../shared/calendar.ts";
import type { Filter, Present } from "../shared/intents.ts";
import { type Phrase, phrase } from "../shared/scan.ts";

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

interface Period {
  readonly filter: Pick<Filter, "dueAfter" | "dueBefore">;
  /** Such as "due this week". */
  readonly tail: string;
}

type Day = Temporal.PlainDate;

const DUE = "(?:(?:that (?:is|are) )?due\\s+)?(?:(?:for|on|in|(by|until))\\s+)?";
const WEEK = { days: 6 };
const SPANS: readonly (readonly [string, (now: Day) => readonly [Day, Day]])[] = [
  ["today|tonight", (now) => [now, now]],
  ["tomorrow", (now) => [now.add({ days: 1 }), now.add({ days: 1 })]],
  ["yesterday", (now) => [now.subtract({ days: 1 }), now.subtract({ days: 1 })]],
  ["last week", (now) => [monday(now).subtract({ days: 7 }), monday(now).subtract({ days: 1 })]],
  ["this weekend", (now) => [monday(now).add({ days: 5 }), monday(now).add(WEEK)]],
  ["this week", (now) => [monday(now), monday(now).add(WEEK)]],
  ["next week", (now) => [monday(now).add({ days: 7 }), monday(now).add({ days: 13 })]],
  ["this month", (now) => [now.with({ day: 1 }), monthEnd(now)]],
  ["next month", (now) => [monthEnd(now).add({ days: 1 }), monthEnd(monthEnd(now).add({ days: 1 }))]],
];

/** Phrases that name a span of days: "this week", "overdue", "by Friday". */
function periodPhrases(present: Present): Phrase<Period>[] {
  const now = today(present);
  return [
    phrase("overdue|past due", () => ({
      found: { filter: { dueBefore: now.subtract({ days: 1 }).toString() }, tail: "overdue" },
    })),
    phrase("(?:due\\s+)?(?:in |within )?(?:the )?next (\\d{1,3}) days", ([words, days]) => ({
      found: span(now, now.add({ days: Number(days) }), words),
    })),
    ...SPANS.map(([words, reach]) =>
      phrase<Period>(`${DUE}(${words})`, ([, until, name = ""]) => {
        const [from, to] = reach(now);
        if (until === undefined) return { found: span(from, to, name) };
        return { found: { filter: { dueBefore: to.toString() }, tail: `due ${until} ${name}`.toLowerCase() } };
      }),
    ),
    phrase("(?:due\\s+)?(by|until|before|after|from|on|due)", ([, word = ""], rest) => bound(word, rest, present)),
  ];
}

function span(from: Day, to: Day, words: string): Period {
  const said = words.toLowerCase();
  return {
    filter: { dueAfter: from.toString(), dueBefore: to.toString() },
    tail: said.startsWith("due") ? said : `due ${said}`,
  };
}

/** A day behind the preposition, as long as it is named. */
function bound(preposition: string, rest: string, present: Present): { found: Period; more: number } | null {
  const day = findDay(`on${rest}`, present);
  if (day === null || day.start !== 0 || day.time !== null) return null;
  const word = preposition.toLowerCase();
  const tail = `due ${word === "due" || word === "on" ? "" : `${word} `}${spoken(day.date, present)}`;
  return { found: { filter: limitsOf(word, day.date), tail }, more: day.end - "on".length };
}

function limitsOf(word: string, date: string): Period["filter"] {
  const day = Temporal.PlainDate.from(date);
  switch (word) {
    case "by":
    case "until":
      return { dueBefore: date };
    case "before":
      return { dueBefore: day.subtract({ days: 1 }).toString() };
    case "after":
      return { dueAfter: day.add({ days: 1 }).toString() };
    case "from":
      return { dueAfter: date };
    default:
      return { dueAfter: date, dueBefore: date };
  }
}
