/** The fields of a todo in the snapshot. In a file of their own, without shapes: the app in the browser reads them, too. */

/** What a row of the snapshot says of its todo, in this order. */
export const snapshotFields = [
  "id",
  "title",
  "status",
  "priority",
  "type",
  "todoListId",
  "dueDate",
  "assignees",
  "captureId",
  "isSuggested",
  "source",
  "hasContent",
  "rrule",
  "timezone",
  "nextRunAt",
  "scheduleType",
  "scheduleStatus",
  "scheduleError",
  "latestRun",
  "rank",
  "createdAt",
  "updatedAt",
] as const;
