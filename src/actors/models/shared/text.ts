/** Small text helpers shared by both models. */

/** Text of at most `limit` code points, cut at a word boundary when there is one in its second half, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const points = Array.from(text);
  if (points.length <= limit) return text;
  const head = points.slice(0, limit - 1).join("");
  const nextIsBreak = /\s/.test(points[limit - 1] ?? "");
  const space = nextIsBreak ? head.length : head.search(/\s\S*$/);
  const cut = space > head.length / 2 ? head.slice(0, space) : head;
  return `${cut.replace(/[\s,;:.–-]+$/, "")}…`;
}

/** Text on one line, single-spaced. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The same text with a capital first letter. */
export function capitalise(text: string): string {
  const [first = "", ...rest] = Array.from(text);
  return first.toUpperCase() + rest.join("");
}
