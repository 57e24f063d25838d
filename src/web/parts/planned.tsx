/** The planned time of a schedule that an agent works on or worked on: which it was, whether and why it began later, and the way to it. */
import type { ListedOccurrence } from "../../schema/calendar.ts";
import { goOver } from "../base/routes.ts";
import { words } from "../words/index.ts";
import { momentInWords } from "./due.tsx";
import { Icon } from "./icons.tsx";

/** In milliseconds: up to a minute late is on time. */
const onTime = 60_000;

export function Planned({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const { id, todoId, scheduledFor, startedAt, waitedFor, reason, waitsUntil } = occurrence;
  const isLate = startedAt !== null && Date.parse(startedAt) - Date.parse(scheduledFor) > onTime;
  const more = [
    isLate ? words.schedules.startedAt(momentInWords(startedAt)) : null,
    waitedFor === null ? null : words.schedules.because[waitedFor],
    reason === null ? null : words.schedules.reasons[reason],
    waitsUntil === null ? null : words.schedules.until(momentInWords(waitsUntil)),
  ].filter((one) => one !== null);
  return (
    <button type="button" className="quiet planned" onClick={() => goOver(occurrenceHref(todoId, id))}>
      <Icon name="repeat" size={13} />
      <span>{[words.schedules.plannedFor(momentInWords(scheduledFor)), ...more].join(", ")}</span>
    </button>
  );
}

/** The todo with the times of its schedule, where that one is marked. */
export function occurrenceHref(todoId: string, occurrenceId: string): string {
  return `/todos/${todoId}?occurrence=${occurrenceId}`;
}
