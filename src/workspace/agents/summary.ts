/** The one-liner of a skill: the first sentence of its instructions, the same for the same text. */

const limit = 200;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** What markdown puts before the words of a line: headings, quotes, bullets, numbers, check boxes. */
const marks = /^(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+|\[[ xX]\]\s+)+/;

/** The first sentence of the first line that says something, at most 200 characters; null when there is none. */
export function summaryOf(instructions: string | null): string | null {
  for (const line of (instructions ?? "").split(/\r\n|\r|\n/, 200)) {
    const words = line.trim().replace(marks, "").replaceAll(/\s+/g, " ").trim();
    if (/[\p{L}\p{N}]/u.test(words)) return shortened(firstSentence(words.slice(0, 4 * limit)));
  }
  return null;
}

function firstSentence(words: string): string {
  for (const { segment } of sentences.segment(words.toWellFormed())) return segment.trim();
  return words;
}

function shortened(sentence: string): string {
  const characters = Array.from(sentence);
  return characters.length <= limit
    ? sentence
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}
