/**
 * How many records match, by groups. Which of them do, and stand in which group, is kept at a byte each: whether a record matches
 * follows from the record alone, so that after a write only those are looked at that were touched.
 */

export interface Tally {
  /** For each n the number of its group; 0 when the record does not match. */
  readonly numbers: Uint8Array;
  /** How many are in each group; what stands at 0 says nothing. */
  readonly counts: readonly number[];
}

/** Numbers of groups are 1 to 15. */
const numbers = 16;

/** Of nothing. */
export const noTally: Tally = { numbers: new Uint8Array(), counts: Array<number>(numbers).fill(0) };

/** A record that was found with its group, as SQL of one number. */
export function inGroup(n: string, group: string | number): string {
  return `${n} * ${numbers} + ${group}`;
}

/** The tally once these n count as what was found of them, each `inGroup`. */
export function tallied(
  { numbers: before, counts: former }: Tally,
  changed: readonly number[],
  found: readonly number[],
): Tally {
  const last = found.reduce((most, one) => Math.max(most, Math.floor(one / numbers)), 0);
  const after = new Uint8Array(Math.max(before.length, last + 1));
  after.set(before);
  const counts = [...former];
  const put = (n: number, number: number): void => {
    const was = after[n] ?? 0;
    counts[was] = (counts[was] as number) - 1;
    counts[number] = (counts[number] as number) + 1;
    after[n] = number;
  };
  for (const n of changed) put(n, 0);
  for (const one of found) put(Math.floor(one / numbers), one % numbers);
  return { numbers: after, counts };
}
