/** Two texts, line by line. */

interface Line {
  readonly mark: "-" | "+" | " ";
  readonly text: string;
}

/** Lines of both texts that are the same stay around what changed; of longer runs of them the nearest two. */
export function linesOf(from: string, to: string): Line[] {
  const before = from === "" ? [] : from.split("\n");
  const after = to === "" ? [] : to.split("\n");
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const as = (mark: Line["mark"], lines: readonly string[]): Line[] => lines.map((text) => ({ mark, text }));
  return [
    ...as(" ", before.slice(Math.max(0, start - 2), start)),
    ...as("-", before.slice(start, before.length - end)),
    ...as("+", after.slice(start, after.length - end)),
    ...as(" ", end === 0 ? [] : before.slice(before.length - end).slice(0, 2)),
  ];
}
