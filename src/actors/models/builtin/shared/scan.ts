/** Reads a sentence from left to right, phrase by phrase: what no phrase accounts for is its residue. */

export interface Phrase<Found> {
  /** Sticky: it must match where the reading stands. */
  readonly pattern: RegExp;
  /** What the phrase says, and how many characters more it takes; null when it is none. */
  readonly read: (match: RegExpExecArray, rest: string) => { readonly found: Found; readonly more?: number } | null;
}

export interface Scan<Found> {
  readonly found: readonly Found[];
  /** Words that no phrase accounts for, in order. */
  readonly residue: string;
}

/** A phrase of whole words; `source` is a regular expression without case. */
export function phrase<Found>(source: string, read: Phrase<Found>["read"]): Phrase<Found> {
  return { pattern: new RegExp(`(?:${source})(?![\\p{L}\\p{N}'])`, "iuy"), read };
}

/** The first phrase that matches is taken, at each word. */
export function scan<Found>(text: string, phrases: readonly Phrase<Found>[]): Scan<Found> {
  const found: Found[] = [];
  const residue: string[] = [];
  let at = skipSpace(text, 0);
  while (at < text.length) {
    const next = phraseAt(text, at, phrases);
    if (next === null) {
      const word = /\S+/y;
      word.lastIndex = at;
      const [unknown = ""] = word.exec(text) ?? [];
      residue.push(unknown.replace(/[.,;:!?]+$/, ""));
      at += unknown.length;
    } else {
      found.push(next.found);
      at = next.end;
    }
    at = skipSpace(text, at);
  }
  return { found, residue: residue.filter(Boolean).join(" ") };
}

function phraseAt<Found>(
  text: string,
  at: number,
  phrases: readonly Phrase<Found>[],
): { readonly found: Found; readonly end: number } | null {
  for (const { pattern, read } of phrases) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || match[0] === "") continue;
    const end = at + match[0].length;
    const taken = read(match, text.slice(end));
    if (taken !== null) return { found: taken.found, end: end + (taken.more ?? 0) };
  }
  return null;
}

function skipSpace(text: string, from: number): number {
  const space = /[\s,.!?:]*/y;
  space.lastIndex = from;
  return from + (space.exec(text)?.[0].length ?? 0);
}
