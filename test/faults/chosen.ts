/** Which of many calls are made to fail. */
import type { Random } from "../torture/random.ts";

/** At most so many of 1 to `most`: one of each part of equal length. */
export function chosen(most: number, wanted: number, random: Random): number[] {
  if (most <= wanted) return Array.from({ length: most }, (_, at) => at + 1);
  return Array.from({ length: wanted }, (_, part) =>
    random.between(1 + Math.floor((part * most) / wanted), Math.floor(((part + 1) * most) / wanted)),
  );
}
