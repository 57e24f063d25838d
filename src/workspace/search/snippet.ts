/** The words around a match in a text. */
import { fold } from "../../schema/fold.ts";

export interface Snippet {
  readonly snippet: string;
  /** From and to in the snippet, in UTF-16 code units. */
  readonly marks: number[][];
}

/** Code units before the match and after it. */
const before = 60;
const after = 120;

/** The first part of the text that folds to the pattern, with some words around it; null when there is none. */
export function snippetOf(text: string, pattern: string): Snippet | null {
  const found = matchIn(text, pattern);
  if (found === null) return null;
  const [from, to] = found;
  const start = wordAt(text, Math.max(0, from - before), from);
  const head = start > 0 ? "…" : "";
  const end = Math.min(text.length, to + after);
  const tail = end < text.length ? "…" : "";
  // Line ends are shown as spaces: a snippet is one line, as long as the text.
  const snippet = `${head}${text.slice(start, end)}${tail}`.replaceAll(/\s/gu, " ").toWellFormed();
  return { snippet, marks: [[from - start + head.length, to - start + head.length]] };
}

/** Folding may change the length of a text: then the characters before the match are folded one after the other. */
function matchIn(text: string, pattern: string): [number, number] | null {
  const folded = fold(text);
  const at = folded.indexOf(pattern);
  if (at === -1) return null;
  if (folded.length === text.length) return [at, at + pattern.length];
  let length = 0;
  let position = 0;
  let from = 0;
  for (const character of text) {
    if (length <= at) from = position;
    if (length >= at + pattern.length) break;
    length += fold(character).length;
    position += character.length;
  }
  return [from, position];
}

/** Where a word begins from there on; there, when none does before the match. */
function wordAt(text: string, start: number, match: number): number {
  if (start === 0) return 0;
  const space = text.slice(start, match).search(/\s/u);
  return space === -1 ? start : start + space + 1;
}
