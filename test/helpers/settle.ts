/** Waiting for something that other tasks bring about, until it is so: how fast the machine is, or its disk, decides nothing. */
import type { FakeClock } from "./clock.ts";

/** Milliseconds after which a wait fails: a bound for what is broken, not for what is slow. */
export const patience = 120_000;

/** Says when patience is at its end, counted from now. */
export function losesPatience(): () => boolean {
  const end = performance.now() + patience;
  return () => performance.now() > end;
}

/** What the promise resolves with; rejects with what it was waited for, and with what there was instead, when that is in vain. */
export async function inPatience<T>(what: string, promise: Promise<T>, instead: () => string = () => ""): Promise<T> {
  const { promise: inVain, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Waited in vain: ${what}. ${instead()}`)), patience);
  try {
    return await Promise.race([promise, inVain]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the check holds; throws what it was waiting for when that is in vain. */
export async function eventually(what: string, check: () => boolean): Promise<void> {
  const isInVain = losesPatience();
  while (!check()) {
    if (isInVain()) throw new Error(`Waited in vain: ${what}.`);
    await nextTurn();
  }
}

/**
 * Resolves when the check passes; until then time passes, so many milliseconds at once, and ever more slowly: where a disk is what is
 * waited for, no more than a minute goes by.
 */
export async function asTimePasses(clock: FakeClock, what: string, check: () => boolean, step = 5): Promise<void> {
  let turn = 0;
  let next = 10;
  await eventually(what, () => {
    if (check()) return true;
    turn += 1;
    if (turn < next) return false;
    next = turn + 10 + turn / 1000;
    clock.advance(step);
    return false;
  });
}

/** Lets the event loop turn the given number of times. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
