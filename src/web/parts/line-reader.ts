/** Reads the line of a new todo in the zone of the page, as `dayshift add` does, and says what comes again. Loaded when it is needed. */
import type { Scheduled } from "../../client/spoken/hear.ts";
import { readSpokenTodo, type SpokenTodo } from "../../client/spoken/todo.ts";
import { ruleWithStart } from "../../schema/rule-words.ts";
import { words } from "../words/index.ts";
import { dayOfMoment, zone } from "../base/zone.ts";
import { clockInWords, longDay } from "./due.tsx";
import { scheduleInWords } from "./rule-words.ts";

/** What a line says, with what comes again in words; null for what comes once. */
export interface ReadLine extends SpokenTodo {
  readonly again: string | null;
}

/** Reads the line as said at that moment (milliseconds since 1970); what is not understood stays in the title. */
export function readLine(line: string, now: number): ReadLine {
  const todo = readSpokenTodo(line, { timezone: zone.value, now: () => now });
  return { ...todo, again: todo.schedule === undefined ? null : againInWords(todo.schedule, now) };
}

/** `Every 2 weeks on Friday at 09:00, from Friday 13 March on`: since when is said unless it is the same from today on. */
function againInWords({ rrule, startsAt, timezone }: Scheduled["schedule"], now: number): string {
  const inWords = scheduleInWords({ rrule: ruleWithStart(rrule, startsAt), runAt: null, timezone });
  const isToday = startsAt.slice(0, 10) === dayOfMoment(now);
  const isSteady = isToday && !/FREQ=HOURLY|INTERVAL=/.test(rrule);
  const since = rrule.includes("FREQ=HOURLY") ? clockInWords(startsAt) : longDay(startsAt.slice(0, 10));
  return isSteady ? inWords : `${inWords}, ${words.schedules.asked.from(since)}`;
}
