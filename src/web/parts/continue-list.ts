/** A list that is written in Markdown goes on by itself. */

export interface Insertion {
  /** What stands between `from` and the cursor is replaced. */
  readonly from: number;
  readonly text: string;
}

/** What Enter does at `at` in a line of a list: begins the next item, or ends the list in an item without words; null in other lines. */
export function continueList(written: string, at: number): Insertion | null {
  const start = written.lastIndexOf("\n", at - 1) + 1;
  const line = written.slice(start, at);
  const [head, indent = "", mark, box] = /^([ \t]*)([-*+]|\d{1,9}[.)]) (\[[ xX]\] )?/.exec(line) ?? [];
  if (head === undefined || mark === undefined) return null;
  if (line === head) return { from: start, text: "" };
  const next = /^\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}${mark.slice(-1)}` : mark;
  return { from: at, text: `\n${indent}${next} ${box === undefined ? "" : "[ ] "}` };
}
