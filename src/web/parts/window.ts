/** Which rows of grouped rows are in sight: pure arithmetic, so that ten thousand rows cost as much as thirty. */

export interface Group {
  readonly key: string;
  readonly label: string;
  readonly tone?: "late" | "now";
  /** Bounds in the rows: from the first up to before the second. */
  readonly start: number;
  readonly end: number;
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

/** Where each group lies; empty ones are left out. */
export function place(groups: readonly Group[], sizes: Sizes): { readonly placed: Placed[]; readonly height: number } {
  const placed: Placed[] = [];
  let top = 0;
  for (const group of groups) {
    if (group.end === group.start) continue;
    const height = sizes.head + (group.end - group.start) * sizes.row;
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
