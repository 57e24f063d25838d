/** The names of speakers in what was generated of a capture. */

/** A name this short may be a word of the text: it is one of a speaker only before a colon. */
const leastLength = 3;

/** The text with another name in the place of a speaker's, wherever it stands as a word of its own; null stays null. */
export function withName(text: string | null, from: string, to: string): string | null {
  const name = from.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  const end = from.length < leastLength ? "(?=:)" : String.raw`(?![\p{L}\p{N}_])`;
  return text?.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}_])${name}${end}`, "gu"), () => to) ?? null;
}
