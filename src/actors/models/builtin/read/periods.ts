/** Phrases that name a span of days: "this week", "overdue", "by Friday". */
import { monday, monthEnd, spoken, today } from "../shared/calendar.ts";
import type { Filter, Present } from "../shared/intents.ts";
import { type Phrase, phrase } from "../shared/scan.ts";
import { findDay } from "./dates.ts";

export interface Period {
  readonly filter: Pick<Filter, "dueAfter" | "dueBefore">;
  /** Such as "due this week". */
  readonly tail: string;
}

type Day = Temporal.PlainDate;

const DUE = "(?:(?:that (?:is|are) )?due\\s+)?(?:(?:for|on|in|by|until)\\s+)?";
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

/** The phrases; each names one period. */
export function periodPhrases(present: Present): Phrase<Period>[] {
  const now = today(present);
  return [
    phrase("overdue|past due", () => ({
      found: { filter: { dueBefore: now.subtract({ days: 1 }).toString() }, tail: "overdue" },
    })),
    phrase("(?:due\\s+)?(?:in |within )?(?:the )?next (\\d{1,3}) days", ([words, days]) => ({
      found: span(now, now.add({ days: Number(days) }), words),
    })),
    ...SPANS.map(([words, reach]) =>
      phrase<Period>(`${DUE}(${words})`, ([, name = ""]) => ({ found: span(...reach(now), name) })),
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
