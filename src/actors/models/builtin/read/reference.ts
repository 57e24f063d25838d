/** Reads which todos a sentence means. */
import { cleanName } from "../shared/words.ts";
import type { Reference } from "../shared/intents.ts";

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
export function readReference(text: string): Reference | null {
  const phrase = text.trim().replace(OWN_LIST, "");
  if (PRONOUN.test(phrase)) return { by: "it" };
  const numbers = readNumbers(phrase);
  if (numbers !== null) return { by: "numbers", numbers };
  const words = phrase.replace(/[\s.!,;:]+$/, "");
  return cleanName(words) === "" ? null : { by: "words", words };
}
