/** What was changed, by whom, and undoing it, in the app interface. */
import { nothing } from "../common.ts";
import {
  agentVersionPage,
  agentVersionQuery,
  auditQuery,
  auditVerification,
  recordChangePage,
  recordChangeQuery,
  undoAnswer,
  undoRequest,
} from "../history.ts";
import * as v from "valibot";
import { ordinary, operation } from "../operation.ts";
import { ownKinds } from "../record-kinds.ts";

export const historyOperations = [
  operation({
    id: "listRecordChanges",
    method: "GET",
    path: "/record-changes",
    tag: "History",
    auth: "todos:read",
    home: "workspace",
    summary: "List what was changed, and by whom",
    description:
      "Newest first; of the kinds that the credential may read. Texts that carry content of captures are withheld without `captures:read`. What a change was from and to is kept for 90 days.",
    query: recordChangeQuery,
    body: null,
    errors: ["invalid_cursor"],
    success: { status: 200, schema: recordChangePage },
  }),
  operation({
    id: "listAgentVersions",
    method: "GET",
    path: "/agents/{agentId}/versions",
    tag: "History",
    auth: "agents:read",
    home: "workspace",
    summary: "List the versions of an agent",
    description:
      "Newest first, each with who made it and what became different. Send the values of one to `updateAgent`, with `expectedVersion`, to have it again. Versions made before the service had a history are left out.",
    query: agentVersionQuery,
    body: null,
    errors: ["invalid_cursor"],
    success: { status: 200, schema: agentVersionPage },
  }),
  operation({
    id: "verifyAudit",
    method: "GET",
    path: "/audit/verify",
    tag: "History",
    auth: "session",
    home: "workspace",
    summary: "Verify the history",
    description:
      "Each change carries a hash of the one before it: one byte changed afterwards names the entry. What was erased, or is too old, is gone, and the chain still verifies. 10,000 entries a call.",
    query: auditQuery,
    body: null,
    errors: ["invalid_cursor", "workspace_access_denied"],
    success: { status: 200, schema: auditVerification },
  }),
  operation({
    id: "undoRecordChanges",
    method: "POST",
    path: "/record-changes/undo",
    changes: ownKinds.map((kind) => ({ kind, idFrom: "effect" })),
    tag: "History",
    auth: "todos:write",
    home: "workspace",
    summary: "Undo changes",
    description:
      "The newest first, all in one transaction. A field goes back to what it was where it still is what the change made of it; what was created is archived. Each change needs the scope to change its record. An undo is a change itself: undoing that brings it back. A run that is going on is cancelled first, with `cancelChat`.",
    query: nothing,
    body: undoRequest,
    errors: ["resource_not_found", "resource_conflict", "insufficient_minutes"],
    success: { status: 200, schema: undoAnswer },
    creates: true,
    // What is put back may be of a class: that is looked at change by change (workspace/undo/carry-out.ts).
    changeClass: ordinary,
    forAgents: {
      input: v.strictObject({ onConflict: undoRequest.entries.onConflict }),
      description:
        "Undo the last changes of this conversation: all that was changed after the last message that something was changed for. What others have changed since is left, and named.",
    },
  }),
] as const;
