/** What is due and what schedules run, day by day; and what an app shows of a schedule before it is saved. */
import { allOccurrencesQuery, calendar, calendarQuery, listedOccurrences } from "../calendar.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import { schedulePreview, schedulePreviewRequest } from "../schedule.ts";

export const calendarOperations = [
  operation({
    id: "getCalendar",
    method: "GET",
    path: "/calendar",
    tag: "Todos",
    auth: "todos:read",
    home: "workspace",
    summary: "Read a calendar",
    description:
      "Todos that are due, done ones too, with what schedules have run and will run; each that did not run says why. Archived todos and suggestions are left out.",
    query: calendarQuery,
    body: null,
    errors: [],
    success: { status: 200, schema: calendar },
    compressed: true,
  }),
  operation({
    id: "listAllOccurrences",
    method: "GET",
    path: "/occurrences",
    tag: "Todos",
    auth: "todos:read",
    home: "workspace",
    summary: "List the occurrences of all schedules",
    description: "By planned time, the newest first; of archived todos none.",
    query: allOccurrencesQuery,
    body: null,
    errors: ["invalid_cursor"],
    success: { status: 200, schema: listedOccurrences },
    compressed: true,
  }),
  operation({
    id: "previewSchedule",
    method: "POST",
    path: "/schedules/preview",
    tag: "Todos",
    auth: "session",
    home: "workspace",
    summary: "See what a schedule means",
    description: "In words, with its next five times. Saves nothing; a rule that createTodo would refuse is refused.",
    query: nothing,
    body: schedulePreviewRequest,
    changes: [],
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: schedulePreview },
  }),
] as const;
