/** What is due, what a schedule ran and what it will run: day by day, and as a list over all schedules. */
import * as v from "valibot";
import { date, dateTime, id, instant, list, paging, timezone, uuid } from "./common.ts";
import { scheduledOccurrence } from "./schedule.ts";
import { todoStatus } from "./todo.ts";

/** How many days one answer spans at most. */
export const maxCalendarDays = 62;
/** How many entries one answer holds at most. */
export const maxCalendarEntries = 1000;

export const calendarQuery = v.strictObject({
  from: v.pipe(date, v.description("The first day.")),
  to: v.pipe(date, v.description(`The last day, at most ${maxCalendarDays} days in all.`)),
  timezone: v.optional(v.pipe(timezone, v.description("Whose days these are.")), "UTC"),
});

const occurrenceFields = scheduledOccurrence.entries;

const waitedFor = v.pipe(
  v.nullable(v.picklist(["off_duty", "agent_busy", "previous_still_running", "insufficient_minutes", "service_down"])),
  v.description("What an occurrence waited for that started more than a minute late; null for every other."),
);

export const calendarEntry = v.object({
  kind: v.picklist(["due", "occurrence"]),
  date: v.pipe(v.string(), v.description("The day, YYYY-MM-DD, in the time zone of the request.")),
  at: v.pipe(v.nullable(instant), v.description("When a schedule runs; null for a day on which a todo is due.")),
  todoId: id,
  title: v.nullable(v.string()),
  todoListId: id,
  agentId: v.pipe(v.nullable(id), v.description("The agent that is assigned.")),
  seriesId: v.nullable(id),
  occurrenceId: v.pipe(v.nullable(id), v.description("Null for a time that is still to be planned.")),
  status: v.pipe(
    v.picklist([...todoStatus.options, ...occurrenceFields.status.options]),
    v.description("Of the todo where it is due, else of the occurrence."),
  ),
  reason: v.pipe(occurrenceFields.reason, v.description("Why an occurrence did not run, or does not yet.")),
  waitedFor,
  runId: v.nullable(id),
  chatId: v.nullable(id),
});

export const calendar = v.object({
  object: v.literal("calendar"),
  from: v.string(),
  to: v.string(),
  timezone: v.string(),
  data: v.pipe(v.array(calendarEntry), v.description("Day by day; of a day what is due first, then by time.")),
  hasMore: v.pipe(v.boolean(), v.description(`More than ${maxCalendarEntries}: the later ones are left out.`)),
});

export const allOccurrencesQuery = v.strictObject({
  ...paging,
  from: v.optional(v.pipe(dateTime, v.description("Planned for then or later."))),
  to: v.optional(v.pipe(dateTime, v.description("Planned for before then."))),
  status: v.optional(occurrenceFields.status),
  agentId: v.optional(v.pipe(uuid, v.description("Of todos that this agent is assigned to."))),
  todoId: v.optional(v.pipe(uuid, v.description("Of this todo, archived or not."))),
  chatId: v.optional(v.pipe(uuid, v.description("The one that the agent works on in this chat."))),
});

export const listedOccurrence = v.object({
  ...occurrenceFields,
  title: v.pipe(v.nullable(v.string()), v.description("Of the todo.")),
  agentId: v.pipe(v.nullable(id), v.description("The agent that is assigned.")),
  waitedFor,
  waitsUntil: v.pipe(
    v.nullable(instant),
    v.description("When what it waits for ends; null where it does not wait, or something else than time must happen."),
  ),
});

export const listedOccurrences = list(listedOccurrence);

/** Secret links under which a calendar program reads what is due. */
export const calendarLink = v.object({
  object: v.literal("calendar_link"),
  id,
  workspaceId: id,
  createdAt: instant,
  lastReadAt: v.pipe(v.nullable(instant), v.description("When a program last read it.")),
});

export const calendarLinkCreated = v.object({
  ...calendarLink.entries,
  url: v.pipe(
    v.string(),
    v.description(
      "The link, this once: it is not stored. Who has it reads titles and days of what is due, nothing else.",
    ),
  ),
});

export const calendarLinkCreate = v.pipe(
  v.strictObject({ workspaceId: uuid }),
  v.examples([{ workspaceId: "018f4e6a-0000-7000-8000-000000000008" }]),
);

export const calendarLinkQuery = v.strictObject({ workspaceId: uuid });
export const calendarLinks = list(calendarLink);
export const calendarLinkRemoved = v.object({ object: v.literal("calendar_link_removed"), id, removedAt: instant });

export type CalendarEntry = v.InferOutput<typeof calendarEntry>;
export type ListedOccurrence = v.InferOutput<typeof listedOccurrence>;
