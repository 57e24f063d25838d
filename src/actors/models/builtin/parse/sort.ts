/** Reads the order that a question asks for. */
import type { Filter } from "../intents.ts";

export interface Sorting {
  readonly rest: string;
  readonly filter: Pick<Filter, "sort" | "order">;
}

const STATED = /[\s,]*\b(?:sort(?:ed)?|order(?:ed)?|arranged?)\s+(?:them\s+)?by\s+(?:the\s+|their\s+)?(.+)$/i;
const SHORT = /[\s,]+by\s+((?:due[ -]?date|deadline|priority|importance|urgency|creation date|age)\b.*)$/i;
const AGE =
  /[\s,]*\b(?:the\s+)?(newest|latest|most recent|oldest)(?=(?:\s+(?:ones?|todos?|tasks?|items?))?\s+first)\b/i;

const KEYS: readonly (readonly [RegExp, NonNullable<Filter["sort"]>])[] = [
  [/^(?:due(?:[ -]?(?:date|day))?|deadline|date)$/, "dueDate"],
  [/^(?:priority|importance|urgency)$/, "priority"],
  [/^(?:creation(?: date)?|created|age|date (?:created|added))$/, "createdAt"],
  [/^(?:update[d]?|last (?:update|change)[d]?|change[d]?|date (?:updated|changed))$/, "updatedAt"],
];

/** The order and the sentence without it; a text for an order that there is not; null when the sentence asks for none. */
export function takeSort(text: string): Sorting | string | null {
  const match = STATED.exec(text) ?? SHORT.exec(text);
  if (match !== null) {
    const words = (match[1] ?? "").toLowerCase();
    const direction =
      /[\s,(]*\b(asc(?:ending)?|desc(?:ending)?|(?:newest|latest|highest|oldest|soonest|earliest|lowest)(?: first)?)\)?$/;
    const key = words.replace(direction, "").trim();
    const sort = KEYS.find(([pattern]) => pattern.test(key))?.[1];
    if (sort === undefined) return unknownSort(key);
    const order = orderOf(direction.exec(words)?.[1], sort);
    return { rest: text.slice(0, match.index), filter: { sort, order } };
  }
  const age = AGE.exec(text);
  if (age === null) return null;
  const rest = `${text.slice(0, age.index)} ${text.slice(age.index + age[0].length)}`.replace(/\bfirst\b/i, " ");
  return { rest, filter: { sort: "createdAt", order: orderOf(age[1]?.toLowerCase(), "createdAt") } };
}

function orderOf(word: string | undefined, sort: Filter["sort"]): "asc" | "desc" {
  if (word === undefined) return sort === "dueDate" ? "asc" : "desc";
  return /^(?:asc|oldest|soonest|earliest|lowest)/.test(word) ? "asc" : "desc";
}

function unknownSort(key: string): string {
  return `I can not sort by “${key}”. I can sort by due date, priority, creation date or last change.`;
}
