/** Entries of the calendar: of what is due, of what ran or did not, of what comes. */
import type { CalendarEntry, ListedOccurrence } from "../../schema/calendar.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { type OccurrenceRow, toOccurrence } from "../series/occurrence-rows.ts";
import { grace } from "../series/missed.ts";
import { toInstant } from "../time/instant.ts";
import { seenTexts, showRedacted } from "../todos/redaction.ts";
import type { DueRow, EntryTodo, OccurrenceWithTodo } from "./rows.ts";
import type { Coming } from "./to-come.ts";

type Reader = Pick<Context, "sql" | "caller" | "acting">;

/** How an entry names its todo, as this reader may see it. */
export type Naming = (todo: EntryTodo) => Pick<CalendarEntry, "todoId" | "title" | "todoListId" | "agentId">;

/** Withholds titles that carry content of captures from who may not read them, and notes for a turn that it is shown them. */
export function namingFor(reader: Reader, todos: readonly EntryTodo[]): Naming {
  const redacted = new Set(todos.filter((todo) => todo.redacted !== 0).map(({ n }) => n));
  showRedacted(reader, [...redacted]);
  const readsCaptures = mayReadCaptures(reader.caller.scopes);
  return ({ id, title, redacted: bits, todoListId, agentId }) => ({
    todoId: id,
    title: readsCaptures ? title : seenTexts(bits, { title, content: null }).title,
    todoListId,
    agentId,
  });
}

const noRun = { runId: null, chatId: null } as const;

export function ofDue({ todo, day, status }: DueRow, name: Naming): CalendarEntry {
  const nothing = { at: null, seriesId: null, occurrenceId: null, reason: null, waitedFor: null };
  return { kind: "due", date: day, ...nothing, ...name(todo), status, ...noRun };
}

/** `dayOf` answers the day of a moment. */
export function ofOccurrence(
  { occurrence, todo }: OccurrenceWithTodo,
  name: Naming,
  dayOf: (moment: number) => string,
): CalendarEntry {
  const { scheduledFor, seriesId, id, status, reason, runId, chatId } = occurrence;
  const when = { date: dayOf(scheduledFor), at: toInstant(scheduledFor) };
  const became = { status, reason, waitedFor: waitedFor(occurrence), runId, chatId };
  return { kind: "occurrence", ...when, ...name(todo), seriesId, occurrenceId: id, ...became };
}

export function ofComing({ series, todo, at }: Coming, name: Naming, dayOf: (moment: number) => string): CalendarEntry {
  const when = { date: dayOf(at), at: toInstant(at) };
  const planned = {
    seriesId: series.id,
    occurrenceId: null,
    status: "scheduled",
    reason: null,
    waitedFor: null,
  } as const;
  return { kind: "occurrence", ...when, ...name(todo), ...planned, ...noRun };
}

/** An occurrence on its own, with what it is of. */
export function listed({ occurrence, todo }: OccurrenceWithTodo, name: Naming): Omit<ListedOccurrence, "waitsUntil"> {
  const { title, agentId } = name(todo);
  return { ...toOccurrence(occurrence), title, agentId, waitedFor: waitedFor(occurrence) };
}

/** Why it started late; null while it waits, which its reason says. */
function waitedFor({ startedAt, scheduledFor, waitedFor: reason }: OccurrenceRow): OccurrenceRow["waitedFor"] {
  return startedAt !== null && startedAt - scheduledFor > grace ? reason : null;
}
