/**
 * The order of todos by hand: texts that compare by code units, one order for the workspace. A todo that nobody has moved has the
 * rank of its n, so that todos stand in the order of their creation without anything being written.
 */

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Of the n in a rank. */
const width = 7;
/** Leaves room before the oldest todo: two thousand million places. */
const offset = digits.length ** (width - 1);
/** Leaves room on both sides of an n. */
const middle = "i";

/** The rank of a todo that nobody has moved. */
export function rankOfN(n: number): string {
  return (n + offset).toString(digits.length).padStart(width, "0") + middle;
}
