/** What is done again and again by the clock. */
import type { Clock } from "./ports.ts";

/** Calls the action each time so many milliseconds have passed, the first time after as many; the answer stops that. */
export function every(clock: Pick<Clock, "timer">, milliseconds: number, action: () => void): () => void {
  const run = (): void => {
    cancel = clock.timer(milliseconds, run);
    action();
  };
  let cancel = clock.timer(milliseconds, run);
  return () => cancel();
}
