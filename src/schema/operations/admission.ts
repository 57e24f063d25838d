/** What keeps a todo from being run, in the app interface. */
import { todoAdmission } from "../admission.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";

export const admissionOperations = [
  operation({
    id: "getTodoAdmission",
    method: "GET",
    path: "/todos/{todoId}/admission",
    tag: "Todos",
    auth: "session",
    home: "workspace",
    summary: "Why did it not run?",
    description:
      "Schedule, agent, working hours, budget, overlap and approvals in one answer: for the next occurrence, or for a run by hand where there is no schedule.",
    query: nothing,
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: todoAdmission },
    weighsMinutes: true,
  }),
] as const;
