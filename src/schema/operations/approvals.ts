/** The app interface: what waits for a person to decide. */
import {
  approval,
  approvalDecision,
  approvalPage,
  approvalQuery,
  approvalsDecided,
  approvalsDecision,
} from "../app.ts";
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import { outsideOperations } from "./outside.ts";
import { agentSettingsOperations } from "./agent-settings.ts";

const person = { auth: "session", home: "gateway", query: nothing } as const;

export const approvalOperations = [
  operation({
    ...person,
    id: "listApprovals",
    method: "GET",
    path: "/approvals",
    tag: "Approvals",
    home: "workspace",
    summary: "List approvals",
    description: "Newest first.",
    query: approvalQuery,
    body: null,
    errors: ["invalid_cursor", "workspace_access_denied"],
    success: { status: 200, schema: approvalPage },
  }),
  operation({
    ...person,
    id: "getApproval",
    method: "GET",
    path: "/approvals/{approvalId}",
    tag: "Approvals",
    home: "workspace",
    summary: "Read an approval",
    description: "What the agent wants to do, with its exact input.",
    body: null,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: approval },
  }),
  operation({
    ...person,
    id: "decideApproval",
    method: "POST",
    path: "/approvals/{approvalId}/decide",
    changes: [],
    tag: "Approvals",
    home: "workspace",
    summary: "Decide an approval",
    description:
      "The agent continues when every request of its step is decided. A closed approval is refused, also one that was cancelled with its chat, or because a capture was erased whose content it carried.",
    body: approvalDecision,
    errors: ["resource_conflict", "workspace_access_denied"],
    success: { status: 200, schema: approval },
  }),
  operation({
    ...person,
    id: "decideManyApprovals",
    method: "POST",
    path: "/approvals/decide",
    changes: [],
    tag: "Approvals",
    home: "workspace",
    summary: "Decide up to 50 approvals at once",
    description:
      "Each as `decideApproval` does. One that is refused does not hold the others back; its error stands in its place.",
    body: approvalsDecision,
    errors: ["workspace_access_denied"],
    success: { status: 200, schema: approvalsDecided },
  }),
  // What may go outside without one of them.
  ...outsideOperations,
  ...agentSettingsOperations,
] as const;
