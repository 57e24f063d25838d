/** When a todo runs by itself: the request, the series and its occurrences. */
import * as v from "valibot";
import { checked, dateTime, id, instant, message, paging, timezone, uuid } from "./common.ts";

export const retirementRunPolicy = v.picklist(["finish", "cancel"]);
export const scheduleStatus = v.picklist(["pending", "queued", "disabled", "error", "completed"]);
export const scheduleType = v.picklist(["one_off", "recurring"]);

export const scheduleError = v.object({
  code: v.picklist(["invalid_rule", "agent_archived", "insufficient_minutes", "run_failed", "run_timed_out", "missed"]),
  message: v.string(),
  occurrenceId: v.nullable(id),
  consecutiveFailures: v.number(),
  occurredAt: instant,
});

/** Exactly one of `rrule` and `runAt`; checked with a clear message by the workspace. */
export const scheduleInput = v.pipe(
  v.strictObject({
    rrule: v.optional(
      v.pipe(
        message(1000),
        v.description("One RFC 5545 RRULE value, HOURLY (real hours) to YEARLY, of times five minutes apart or more."),
      ),
    ),
    runAt: v.optional(v.pipe(dateTime, v.description("One run at this instant, in the future."))),
    startsAt: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/, "Expected a local time as YYYY-MM-DDTHH:mm:ss."),
        v.description("Local time the rule counts from (DTSTART); now when left out. Only with `rrule`."),
      ),
    ),
    timezone: v.optional(timezone),
    message: v.optional(v.pipe(message(15_000), v.description("Prompt of each run; title and body otherwise."))),
    overlapPolicy: v.optional(v.picklist(["skip", "queue"])),
    catchUpPolicy: v.optional(v.picklist(["run_once", "skip"])),
  }),
  v.description(
    "When the todo is to run: exactly one of `rrule` and `runAt`. It shows as `nextRunAt`, and starts the assigned agent within a second of it (up to a minute late is on time), unless its working hours or the minutes hold it up; without an agent it notifies the people assigned.",
  ),
  v.examples([{ rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" }]),
);

export const schedulePreviewRequest = v.pipe(
  v.strictObject({ schedule: scheduleInput }),
  v.examples([{ schedule: { rrule: "FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0", timezone: "Europe/Berlin" } }]),
);

export const schedulePreview = v.object({
  object: v.literal("schedule_preview"),
  words: v.pipe(v.string(), v.description("The rule in English; `Once` for one run.")),
  next: v.pipe(v.array(instant), v.description("The next times, at most five.")),
});

export const scheduleRetire = v.pipe(
  v.strictObject({ retirementRunPolicy: v.optional(retirementRunPolicy) }),
  v.examples([{ retirementRunPolicy: "finish" }]),
);

const nullableText = v.nullable(v.string());

export const scheduledOccurrence = v.object({
  object: v.literal("scheduled_occurrence"),
  id,
  seriesId: id,
  todoId: id,
  sequence: v.pipe(v.number(), v.integer()),
  scheduledFor: instant,
  status: v.picklist(["scheduled", "queued", "running", "completed", "failed", "skipped", "missed", "cancelled"]),
  reason: v.nullable(
    v.picklist([
      "off_duty",
      "agent_busy",
      "previous_still_running",
      "insufficient_minutes",
      "paused",
      "retired",
      "cancelled",
      "agent_archived",
      "service_down",
      "awaiting_approval",
    ]),
  ),
  runId: v.nullable(id),
  chatId: v.nullable(id),
  startedAt: v.nullable(instant),
  finishedAt: v.nullable(instant),
  error: nullableText,
  completedBy: v.pipe(v.nullable(id), v.description("The person who finished it by hand.")),
  createdAt: instant,
});

export const scheduledSeries = v.object({
  object: v.literal("scheduled_series"),
  id,
  todoId: id,
  captureId: v.nullable(id),
  agentId: v.nullable(id),
  title: nullableText,
  todoListId: id,
  scheduleType,
  rrule: nullableText,
  runAt: v.nullable(instant),
  timezone: v.string(),
  status: v.picklist(["active", "paused", "attention", "ended"]),
  nextRunAt: v.nullable(instant),
  lastRunAt: v.pipe(v.nullable(instant), v.description("When the schedule last ran the todo.")),
  latestOccurrence: v.nullable(scheduledOccurrence),
  scheduleError: v.nullable(scheduleError),
  overlapPolicy: v.picklist(["skip", "queue"]),
  catchUpPolicy: v.picklist(["run_once", "skip"]),
  pausedAt: v.nullable(instant),
  retiredAt: v.nullable(instant),
  retiredBy: v.nullable(id),
  retirementRunPolicy: v.nullable(retirementRunPolicy),
  createdAt: instant,
  updatedAt: instant,
});

export const seriesQuery = v.strictObject({
  ...paging,
  view: v.optional(
    v.pipe(v.picklist(["scheduled", "paused", "attention", "history"]), v.description("Which series to list.")),
    "scheduled",
  ),
  todoListId: v.optional(uuid),
});

export const occurrenceQuery = v.strictObject({
  limit: paging.limit,
  // Of any form when it comes: one of another list, or made up, is `invalid_cursor`.
  cursor: v.optional(
    v.pipe(
      v.string(),
      checked<string>(() => true, "", { format: "uuid" }),
      v.toLowerCase(),
    ),
  ),
});

export type ScheduleInput = v.InferOutput<typeof scheduleInput>;
export type ScheduleError = v.InferOutput<typeof scheduleError>;
export type ScheduledSeries = v.InferOutput<typeof scheduledSeries>;
export type ScheduledOccurrence = v.InferOutput<typeof scheduledOccurrence>;
