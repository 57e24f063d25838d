/** Compares titles with the words a person remembers of them. */
import { folded } from "../clean.ts";

const COMMON = new Set("a an the to of for with my our about on in at and or that is it from by".split(" "));

/** The words of a phrase that carry meaning, longest first, without a plural s. */
export function termsOf(phrase: string): string[] {
  const words = folded(phrase)
    .split(" ")
    .filter((word) => word.length > 1 && !COMMON.has(word));
  return words
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word))
    .sort((one, other) => other.length - one.length);
}

/** Whether the title has a word for each of the terms. */
export function holds(title: string, terms: readonly string[]): boolean {
  const words = folded(title).split(" ");
  return terms.every((term) => words.some((word) => word.startsWith(term)));
}
