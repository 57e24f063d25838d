/** A line of a note as it is read, and not as it is written. */

/** At the beginning: of headings, quotations, lists, numbers and boxes, in any order. */
const leading = /^(?:\s*(?:#{1,6}|>|[-*+•]|\d{1,3}[.)]|\[[ xX]?\])\s+)+/;

/** The line without the marks of Markdown. */
export function withoutMarks(line: string): string {
  return line
    .replace(leading, "")
    .replace(/!?\[([^[\]\n]{1,300})\]\([^()\s]{1,1000}\)/g, "$1")
    .replace(/\*\*|__|`/g, "")
    .replace(/(?<![\p{L}\p{N}*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*])/gu, "");
}
