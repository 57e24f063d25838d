/** Two texts next to each other: line by line, and of lines that differ which words do. */

export interface Part {
  readonly text: string;
  /** It is not the same on the other side. */
  readonly differs: boolean;
}

/** The parts of a line on both sides; null on the side that has no such line. */
export interface LinePair {
  readonly left: readonly Part[] | null;
  readonly right: readonly Part[] | null;
}

export function sideBySide(left: string, right: string): LinePair[] {
  return runsOf(left.split("\n"), right.split("\n")).flatMap((run) =>
    Array.from({ length: Math.max(run.left.length, run.right.length) }, (_, at) => pairOf(run.left[at], run.right[at])),
  );
}

function pairOf(left: string | undefined, right: string | undefined): LinePair {
  if (left === undefined || right === undefined) return { left: whole(left), right: whole(right) };
  const runs = runsOf(left.split(/(\s+)/), right.split(/(\s+)/));
  const partsOf = (side: "left" | "right"): Part[] =>
    runs
      .map((run) => ({ text: run[side].join(""), differs: !run.isSame }))
      .filter(({ text }, at, { length }) => text !== "" || (at === 0 && length === 1));
  return { left: partsOf("left"), right: partsOf("right") };
}

function whole(text: string | undefined): readonly Part[] | null {
  return text === undefined ? null : [{ text, differs: true }];
}

/** Pieces that follow one another: the same on both sides, or other ones. */
interface Run {
  readonly isSame: boolean;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

/** Above this many comparisons, what stands between the same beginning and the same end differs as a whole. */
const mostCompared = 1_000_000;

/** Both in runs, with as many pieces in common as there are. */
function runsOf(left: readonly string[], right: readonly string[]): Run[] {
  const least = Math.min(left.length, right.length);
  let start = 0;
  while (start < least && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < least - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const [from, to] = [left.slice(start, left.length - end), right.slice(start, right.length - end)];
  const between =
    from.length * to.length > mostCompared ? [{ isSame: false, left: from, right: to }] : aligned(from, to);
  const runs = [same(left.slice(0, start)), ...between, same(left.slice(left.length - end))];
  return runs.filter((run) => run.left.length > 0 || run.right.length > 0);
}

function same(pieces: readonly string[]): Run {
  return { isSame: true, left: pieces, right: pieces };
}

/** By the longest common subsequence. */
function aligned(left: readonly string[], right: readonly string[]): Run[] {
  const lengths = lengthsOf(left, right);
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [from, to] = [i, j];
    while (i < left.length && j < right.length && left[i] === right[j]) [i, j] = [i + 1, j + 1];
    if (i > from) {
      runs.push({ isSame: true, left: left.slice(from, i), right: right.slice(to, j) });
      continue;
    }
    while ((i < left.length || j < right.length) && (i === left.length || j === right.length || left[i] !== right[j])) {
      const isLeftNext =
        j === right.length || (i < left.length && lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1));
      if (isLeftNext) i += 1;
      else j += 1;
    }
    runs.push({ isSame: false, left: left.slice(from, i), right: right.slice(to, j) });
  }
  return runs;
}

/** How many pieces are common to what follows each pair of positions. */
function lengthsOf(left: readonly string[], right: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      (lengths[i] as Uint32Array)[j] =
        left[i] === right[j]
          ? lengthAt(lengths, i + 1, j + 1) + 1
          : Math.max(lengthAt(lengths, i + 1, j), lengthAt(lengths, i, j + 1));
  return lengths;
}

function lengthAt(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}
