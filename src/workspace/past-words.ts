/**
 * The past of a record, as its row keeps it: what the search index holds of its former texts. First words that it may hold several
 * times, with a space between each two; then stretches of former texts, each after a mark, whose words it holds once for each of
 * them. So an edit only adds to it, and need not read it. All is written as words of the index are (`asWord`).
 */
import { junctionMark, wordsOf } from "./search-words.ts";

/** Begins a stretch; text written as words of the index has no such character. */
const mark = "\u0002";

export interface Past {
  readonly words: Set<string>;
  /** Those that the index may hold several times. */
  readonly several: Set<string>;
}

/** What is added to a past for these stretches. */
export function addToPast(stretches: readonly string[]): string {
  return stretches.map((stretch) => mark + stretch).join("");
}

export function readPast(past: string, hasJunctions: boolean): Past {
  const [first = "", ...stretches] = past.split(mark);
  const several = new Set(first === "" ? [] : first.split(" "));
  const words = new Set(several);
  for (const stretch of stretches) {
    for (const word of wordsOf(stretch, hasJunctions)) (words.has(word) ? several : words).add(word);
  }
  return { words, several };
}

/** Words as a past: a run stands for itself as a stretch, a junction does not. */
export function writePast(words: ReadonlySet<string>, several: ReadonlySet<string>): string {
  const isFirst = (word: string): boolean => several.has(word) || word.startsWith(junctionMark);
  const all = [...words];
  return joinWords(all.filter(isFirst)) + addToPast(all.filter((word) => !isFirst(word)));
}

/** Words as the index takes them in. */
export function joinWords(words: Iterable<string>): string {
  return [...words].join(" ");
}
