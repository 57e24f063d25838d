/** Takes list, day and priority out of a sentence. */
import { findDay } from "./dates.ts";
import type { Present, Priority } from "../shared/intents.ts";

export interface Taken<T> {
  readonly rest: string;
  readonly value: T | null;
}

const LIST_PATTERNS = [
  /\s*\b(?:in|into|to|on|under)\s+(?:the\s+|my\s+|our\s+)?(?:todo\s+)?list\s+(?:called\s+|named\s+)?["“”']([^"“”']+)["“”']/i,
  /\s*\b(?:in|into|to|on|under)\s+(?:the\s+|my\s+|our\s+)?(?:todo\s+)?list\s+(?:called\s+|named\s+)?([\p{L}\p{N}][\p{L}\p{N} &/'-]*?)(?=\s+(?:due|by|on|for|tomorrow|today|next)\b|\s*[,;!(]|[.!]*$)/iu,
  /\s*\b(?:in|into|to|on|under)\s+(?:the|my|our)\s+["“”']?([\p{L}\p{N}][\p{L}\p{N}&/'-]*(?:\s[\p{L}\p{N}&/'-]+){0,2}?)["“”']?\s+list\b/iu,
  /(?:^|\s+)@["“]([^"”]+)["”]/u,
  /(?:^|\s+)@([\p{L}\p{N}][\p{L}\p{N}_/-]*)/u,
];

/** "To my todos", "on my list": no list is named. */
const OWN_LIST =
  /\s*\b(?:to|on|in)\s+(?:my|the|our)\s+(?:(?:todo|to-do|task|todos|tasks)(?:[ -]?list)?|list)(?=\s*[.,!]*$|\s+(?:for|by|due|on|tomorrow|today)\b)/i;

/** The list named in a sentence ("in list Groceries", "to the Groceries list", "@Groceries"). */
export function takeList(text: string): Taken<string> {
  const plain = text.replace(OWN_LIST, "");
  for (const pattern of LIST_PATTERNS) {
    const match = pattern.exec(plain);
    if (match === null) continue;
    const rest = plain.slice(0, match.index) + plain.slice(match.index + match[0].length);
    return { rest: rest.trim(), value: (match[1] ?? "").trim() };
  }
  return { rest: plain, value: null };
}

/** The day named in a sentence, and the sentence without it; a time of day stays. */
export function takeDay(text: string, present: Present): Taken<string> {
  const found = findDay(text, present);
  if (found === null) return { rest: text, value: null };
  const time = found.time === null ? "" : ` at ${found.time}`;
  const after = text.slice(found.end).replace(/^\s*\)/, "");
  const rest = `${text.slice(0, found.start).trimEnd()}${time}${after}`.trim();
  return { rest, value: found.date };
}

const WORD = "urgent|high|medium|normal|low|important";
const PRIORITY_PATTERNS = [
  new RegExp(`[\\s,;(–-]*\\b(?:with\\s+(?:an?\\s+)?)?(${WORD})[ -]prio(?:rity)?\\b\\)?`, "i"),
  new RegExp(`[\\s,;(–-]*\\b(?:with\\s+)?prio(?:rity)?\\s*[:=]?\\s*(${WORD})\\b\\)?`, "i"),
  new RegExp(`\\s*(?:^|\\s)!(${WORD})\\b`, "i"),
  /^(urgent|important|asap)(?:ly)?\s*[:,–-]\s*/i,
  /[\s,;–-]*\(?\b(urgent|asap|important)(?:ly)?\b\)?[.!]*$/i,
  /\s*[,;(–]\s*(high|medium|low)\)?$/i,
  /\s*(!{2,3})(?=\s|$)/,
];

/** The priority words of a sentence ("high priority", "!!", "urgent: …", "…, asap"). */
export function takePriority(text: string): Taken<Priority> {
  for (const pattern of PRIORITY_PATTERNS) {
    const match = pattern.exec(text);
    const value = toPriority(match?.[1] ?? "");
    if (match === null || value === null) continue;
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return { rest: rest.trim(), value };
  }
  return { rest: text, value: null };
}

/** The priority that a word means; null when it is none. */
export function toPriority(word: string): Priority | null {
  switch (word.toLowerCase()) {
    case "urgent":
    case "asap":
    case "dringend":
    case "!!!":
      return "urgent";
    case "high":
    case "important":
    case "hoch":
    case "wichtig":
    case "!!":
      return "high";
    case "medium":
    case "normal":
    case "mittel":
      return "medium";
    case "low":
    case "niedrig":
      return "low";
    default:
      return null;
  }
}
