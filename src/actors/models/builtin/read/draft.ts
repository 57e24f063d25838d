/** Reads one todo out of one line: list, day and priority are taken out of it, the rest is its title, unless that may mean more. */
import { capitalise, oneLine } from "../../shared/text.ts";
import { noRepeat, unclearTitle } from "../shared/answers.ts";
import type { Draft, Present } from "../shared/intents.ts";
import { isInQuotes } from "../shared/words.ts";
import { findDay } from "./dates.ts";
import { takeDay, takeList, takePriority } from "./values.ts";

const REPEATS =
  /\b(?:every|each)\s+(?:other\s+|second\s+)?(?:day|week|month|year|morning|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b/i;
const CONDITION = /\b(?:if|unless|until|once|in case|as soon as|otherwise)\b/i;
/** A title begins with none of these, or it is a condition, a negation or a list of fields. */
const NO_BEGINNING =
  /^(?:if|unless|when|whenever|once|as soon as|not|never|without|with|or|and|assigned|due|each|every|all|called|named|titled)\b/i;
const NO_END = /\b(?:or|and|on|by|at|with|to|for|until|of|the|a|an|in|from|between|is|are|was|it|not|latest|or so)$/i;
/** Alone these are no title. */
const NO_TITLE =
  /^(?:later|again|soon|now|it|this|that|them|nothing|none|(?:no )?(?:todos?|tasks?|items?|reminders?))$/i;
/** A day that was left in the title, as one of several or of a part of it. */
const STRAY_DAY =
  /\b(?:today|tonight|tomorrow|next (?:week|month|year)|(?:on|by|until|before|next) (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b(?!['’])/i;
/** What a field was taken from goes on behind it. */
const TORN = /\s,|,\s*(?:in|on|at|by|to|for|and|it)\b/i;
/** Behind one of these another request may begin, or another todo. */
const ANOTHER =
  /(?:,|;|\b(?:and|then|but|afterwards)),?\s+(?:then\s+)?(?:(?:add|create|remind|remember|mark|set|make|tick|check off|complete|finish|start|begin|reopen|rename|retitle|move|put|postpone|reschedule|archive|delete|remove|restore|change|clear|show|list|find|search|tell me|give me|what(?:'s| is| are)|which|how many)\b|(?:one|another|a (?:second|third)) (?:to|for)\b)/i;
const ASSIGNED = /\bassign(?:ed)?\b|^for\s+\S+\s+to\b/i;

/** The draft in a line such as "call Ana tomorrow !! @Home"; null when no title is left, a text when a part of it is unclear. */
export function readDraft(line: string, present: Present): Draft | string | null {
  const text = oneLine(line);
  const list = takeList(text);
  const early = takeDay(list.rest, present);
  const priority = takePriority(early.rest);
  // "… tomorrow, urgent": the day is at the end only once the priority is taken out.
  const day = early.value === null ? takeDay(priority.rest, present) : { ...early, rest: priority.rest };
  const { title, isQuoted = false } = toTitle(day.rest);
  if (title === "") return null;
  const hasField = [list, priority, day].some(({ value }) => value !== null);
  if (/ or /i.test(list.value ?? "")) return unclearTitle(text);
  const doubt = isQuoted ? null : doubtIn(text, day.rest, hasField, present);
  if (doubt !== null) return doubt;
  return {
    title,
    ...(isQuoted ? { isQuoted } : {}),
    ...(priority.value === null ? {} : { priority: priority.value }),
    ...(day.value === null ? {} : { dueDate: day.value }),
    ...(list.value === null ? {} : { listName: list.value }),
  };
}

/** Why the words that are left may be more than a title; null when they may not. */
function doubtIn(text: string, rest: string, hasField: boolean, present: Present): string | null {
  if (REPEATS.test(text)) return noRepeat;
  const words = withoutLead(rest);
  const another = findDay(rest, present);
  const isTwice =
    (another !== null && another.time === null) || takePriority(rest).value !== null || /(?:^|\s)@\S/.test(rest);
  const isSeveral = ANOTHER.test(rest.replace(/["“][^"“”]*["”]/g, ""));
  const isQuotes = /^["“][^"“”]*["”]\s*(?:,|and\b|or\b)/i.test(words);
  const isConditional = hasField && CONDITION.test(rest);
  const isOdd = NO_BEGINNING.test(words) || NO_TITLE.test(words) || NO_END.test(words) || ASSIGNED.test(text);
  const isTorn = STRAY_DAY.test(rest) || (hasField && TORN.test(rest));
  const isOpen = isInQuotes(rest, rest.length);
  return isTwice || isSeveral || isQuotes || isConditional || isOdd || isOpen || isTorn ? unclearTitle(text) : null;
}

function withoutLead(text: string): string {
  return oneLine(text)
    .replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, "")
    .replace(/^(?:to|that|about|of|for)\s+(?=\S)/i, "");
}

function toTitle(text: string): { title: string; isQuoted?: true } {
  const words = withoutLead(text).replace(/(?<=\S)\.$/, "");
  const quoted = /^["“']([^"“”']+)["”']$/.exec(words)?.[1];
  const title = capitalise((quoted ?? words).trim());
  return quoted === undefined ? { title } : { title, isQuoted: true };
}
