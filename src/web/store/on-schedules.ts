/** When what is shown of schedules is to be read again: a run or a change of a schedule is a change of its todo. */
import type { Store } from "./store.ts";

/** In milliseconds: many changes at once are one reason to read. */
const gather = 300;
const nothing = (): void => undefined;

/** Calls `read` after todos with a schedule have changed; the answer ends that. */
export function onSchedules(
  { todos, ports, caughtUp }: Pick<Store, "todos" | "ports" | "caughtUp">,
  read: () => void,
): () => void {
  let cancel = nothing;
  const end = todos.changed.subscribe(({ before, after }) => {
    if (before?.scheduleType == null && after?.scheduleType == null) return;
    cancel();
    cancel = ports.later(gather, read);
  });
  const endMissed = caughtUp.subscribe(read);
  return () => (cancel(), end(), endMissed());
}
