/** Which rows of grouped rows are in sight: pure arithmetic, so that ten thousand rows cost as much as thirty. */

export interface Group {
  readonly key: string;
  readonly label: string;
  readonly tone?: "late" | "now";
  /** Bounds in the rows: from the first up to before the second. */
  readonly start: number;
  readonly end: number;
  /** How many more rows it has, which are folded away below a row that unfolds them. */
  readonly folded?: number;
}

export interface Placed extends Group {
  /** In pixels from the top of all groups. */
  readonly top: number;
  readonly height: number;
}

export interface Sizes {
  readonly row: number;
  readonly head: number;
}

/** The rows and groups with at most so many rows of each group; those named in `unfolded` have all of theirs. */
export function fold<T>(
  rows: readonly T[],
  groups: readonly Group[],
  most: number,
  unfolded: ReadonlySet<string>,
): { readonly rows: readonly T[]; readonly groups: readonly Group[] } {
  const isLong = ({ key, start, end }: Group): boolean => end - start > most && !unfolded.has(key);
  if (!groups.some(isLong)) return { rows, groups };
  const shown: T[] = [];
  const folded = groups.map((group): Group => {
    const [start, end] = [shown.length, isLong(group) ? group.start + most : group.end];
    for (const row of rows.slice(group.start, end)) shown.push(row);
    const left = group.end - end;
    return { ...group, start, end: shown.length, ...(left > 0 && { folded: left }) };
  });
  return { rows: shown, groups: folded };
}

/** Where each group lies; empty ones are left out. */
export function place(groups: readonly Group[], sizes: Sizes): { readonly placed: Placed[]; readonly height: number } {
  const placed: Placed[] = [];
  let top = 0;
  for (const group of groups) {
    if (group.end === group.start) continue;
    const lines = group.end - group.start + (group.folded === undefined ? 0 : 1);
    const height = sizes.head + lines * sizes.row;
    placed.push({ ...group, top, height });
    top += height;
  }
  return { placed, height: top };
}

/** The rows of a group between two heights, with some more on both sides. */
export function rowsWithin(group: Placed, sizes: Sizes, from: number, to: number): { first: number; last: number } {
  const count = group.end - group.start;
  const at = (height: number): number => Math.floor((height - group.top - sizes.head) / sizes.row);
  const first = Math.min(count, Math.max(0, at(from) - 8));
  const last = Math.max(first, Math.min(count, at(to) + 9));
  return { first: group.start + first, last: group.start + last };
}

/** Where a row lies, in pixels; 0 for one that is in no group. */
export function topOf(placed: readonly Placed[], sizes: Sizes, row: number): number {
  const group = placed.find(({ start, end }) => row >= start && row < end);
  return group === undefined ? 0 : group.top + sizes.head + (row - group.start) * sizes.row;
}
