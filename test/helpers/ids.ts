/** Ids that a test can foretell: version 7 in form, counted up from 1. */
import type { Ids } from "../../src/actors/runtime/ports.ts";

/** The n-th id that `createFakeIds` makes. */
export function fakeId(n: number): string {
  return `01900000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

/** Counts from 1, or from the number given. */
export function createFakeIds(first = 1): Ids {
  let next = first;
  return { uuid: () => fakeId(next++) };
}
