/** What an app shows of schedules before they are saved. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import { schedulePreview, schedulePreviewRequest } from "../schedule.ts";

export const calendarOperations = [
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
