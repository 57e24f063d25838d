/** Captures of a workspace are summed up one at a time: somebody who sends thousands of notes holds up nobody else. */
import type { Clock } from "../runtime/ports.ts";

/** By the mailbox of the workspace: what is being summed up, and waits for its turn. */
const last = new WeakMap<object, Promise<unknown>>();

/**
 * Runs it when those that were asked for before have ended. `isLocal`: it occupied a processor of this machine, which
 * rests for as long before the next one.
 */
export function inTurn<T>(
  workspace: object,
  { clock, isLocal }: { readonly clock: Pick<Clock, "monotonic" | "timer">; readonly isLocal: boolean },
  action: () => Promise<T>,
): Promise<T> {
  const before = last.get(workspace) ?? Promise.resolve();
  let took = 0;
  const run = before.then(async () => {
    const began = clock.monotonic();
    try {
      return await action();
    } finally {
      took = clock.monotonic() - began;
    }
  });
  last.set(
    workspace,
    run.then(
      () => rest(),
      () => rest(),
    ),
  );
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      if (isLocal && took > 0) clock.timer(took, resolve);
      else resolve();
    });
  return run;
}
