/** Boxes of a text in Markdown: `- [ ]` is open, `- [x]` is ticked. */

/** The place of the box of the item that begins there; null where the text has none. */
export function boxOf(text: string, item: number): number | null {
  const at = text.indexOf("[", item);
  return isBox(text, at) ? at : null;
}

/** The text with the box at that place ticked or not; as it is where there is no box. */
export function withBox(text: string, at: number, isTicked: boolean): string {
  return isBox(text, at) ? `${text.slice(0, at + 1)}${isTicked ? "x" : " "}${text.slice(at + 2)}` : text;
}

function isBox(text: string, at: number): boolean {
  return /^\[[\sxX]\]/.test(text.slice(Math.max(0, at), at + 3));
}
