/** Text as sentences quote it. */

/** Characters of a name or a text in a sentence: who needs all of it finds it where it stands. */
const quoteLimit = 120;
/** Control characters, and those that turn the direction of writing: a text must not dress up the sentence around it. */
const disguises = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

/** The text in double quotes, on one line, cut; quotes of its own become single ones, so that its end is its end. */
export function quote(text: string): string {
  const line = text.replaceAll(disguises, " ").replaceAll(/\s+/g, " ").trim().replaceAll('"', "'");
  const characters = Array.from(line.slice(0, 4 * quoteLimit));
  const shown = characters.length > quoteLimit ? `${characters.slice(0, quoteLimit).join("").trimEnd()}…` : line;
  return `"${shown.toWellFormed()}"`;
}

/** The words with a capital at the beginning. */
export function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
