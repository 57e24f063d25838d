/** Reads which todo a sentence means. */
import { cleanName } from "../clean.ts";
import type { Target } from "../intents.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const LEAD = /^(?:(?:(?:the|numbers?|options?|items?|todos?|to-dos?|tasks?)\b|no\.?(?=\s*\d)|nr\.?|#)\s*)+/i;

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

/** The todo that a phrase points to; null when the phrase is empty. */
export function readTarget(text: string): Target | null {
  const phrase = text.trim().replace(/\s+(?:from|off|on|in)\s+(?:the|my|our)\s+(?:todo\s+)?list$/i, "");
  if (/^(?:it|that|this|that one|this one|the last one|the (?:todo|task))$/i.test(phrase)) return { by: "context" };
  const numbers = readNumbers(phrase);
  if (numbers !== null) return { by: "number", numbers };
  const words = cleanName(phrase);
  return words === "" ? null : { by: "words", words };
}
