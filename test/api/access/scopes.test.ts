/** Which scope opens what: all operations against all 256 sets of scopes, and over HTTP against those at the edges. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Operation } from "../../../src/schema/operation.ts";
import { allowedOperations, appTable, mayCall, publicTable } from "../../../src/schema/operations/index.ts";
import { pathParameters } from "../../../src/schema/operation.ts";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import { type Scope, scopes } from "../../../src/schema/scopes.ts";
import { authorize } from "../../../src/gateway/auth/authenticate.ts";
import type { Principal } from "../../../src/gateway/directory/context/principal.ts";
import type { ErrorBody } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

/** What each operation asks of its caller, written down by hand: the tests do not believe the table. */
const expected: Readonly<Record<string, string>> = {
  none: "getServiceInfo getOpenApiSpecification getAppOpenApiSpecification createSession getSession completeSetup showInvitation acceptInvitation createPasswordReset confirmPasswordReset",
  any: "getIdentity",
  "todos:read":
    "listTodos summariseTodos listScheduledSeries getTodo listTodoRuns listScheduledOccurrences listTodoLists getTodoList getSnapshot listRecordChanges search getCalendar listAllOccurrences",
  "todos:write":
    "createTodo batchCreateTodos updateTodo deleteTodo restoreTodo runTodo retireTodoSchedule createTodoList updateTodoList deleteTodoList bulkUpdateTodos moveTodo completeOccurrence undoRecordChanges",
  "chats:read": "listChats getChat listMessages",
  "chats:write":
    "createChat updateChat deleteChat restoreChat cancelChat sendMessage createAttachment createChatWithImages sendMessageWithImages",
  "agents:read": "listAgents getAgent listSkills listAgentSkills getAgentSkill listAgentVersions getUsage",
  "agents:write":
    "createAgent updateAgent deleteAgent previewAgentUpdate restoreAgent createAgentSkill updateAgentSkill deleteAgentSkill",
  "captures:read": "listCaptures getCapture listTags",
  "captures:write": "createCapture updateCapture deleteCapture restoreCapture stopCapture",
  session:
    "listScopes listApiKeys createApiKey getApiKey revokeApiKey listConnectedApps revokeConnectedApp endSession getSecondFactor beginSecondFactor confirmSecondFactor removeSecondFactor listProviderIdentities linkProviderIdentity unlinkProviderIdentity changePassword updateProfile listWorkspaces createWorkspace listMembers updateMember removeMember createInvitation listInvitations withdrawInvitation listApprovals getApproval decideApproval getMinutes getTodoAdmission verifyAudit listSegments renameSpeaker exportCapture getCaptureProgress listSuggestions retryCapture listNotifications readNotification readAllNotifications getNotificationPreferences updateNotificationPreferences createImport getCapabilities decideManyApprovals listSessions endOtherSession renameWorkspace previewSchedule createCalendarLink listCalendarLinks removeCalendarLink getPushKey createPushSubscription removePushSubscription createMcpServer listMcpServers updateMcpServer deleteMcpServer getOutsideTools updateOutsideTools getAgentSettings updateAgentSettings setAgentPhoto removeAgentPhoto getModel updateModel findModels findSpeech getSpeech testSpeech updateSpeech listProviderModels listAgentModels testModel",
};

const openedBy = new Map(
  Object.entries(expected).flatMap(([auth, ids]) => ids.split(" ").map((id) => [id, auth] as const)),
);
const every: readonly Operation[] = [...publicTable, ...appTable];
const live: readonly Operation[] = [...publicTable, ...appTable];

/** All 256 sets. */
const sets = Array.from({ length: 2 ** scopes.length }, (_, bits) => scopes.filter((_scope, n) => (bits >> n) & 1));

function opens(id: string, held: readonly Scope[], isSession: boolean): boolean {
  const auth = openedBy.get(id);
  return auth === "none" || auth === "any" || (auth === "session" ? isSession : held.includes(auth as Scope));
}

function found(held: readonly Scope[], type: "api_key" | "session"): Principal {
  return { type, scopes: held, credentialId: unknownId } as unknown as Principal;
}

test("this test has every operation of the contract, and no other", { rules: ["auth.scopes"] }, () => {
  assert.deepEqual([...openedBy.keys()].sort(), every.map((record) => record.id).sort());
});

test("each of the 256 scope sets opens its operations", { rules: ["auth.scopes", "auth.allowed-operations"] }, () => {
  for (const held of sets) {
    for (const isSession of [false, true]) {
      for (const record of every) {
        assert.equal(
          mayCall(record, held, isSession),
          opens(record.id, held, isSession),
          `${record.id} ${held.join(" ")}`,
        );
      }
      const allowed = publicTable.map((record) => record.id).filter((id) => opens(id, held, isSession));
      assert.deepEqual(allowedOperations(held, isSession), allowed);
    }
  }
});

test(
  "the check before a handler decides as the table says, for each set and operation",
  { rules: ["auth.scopes"] },
  () => {
    for (const held of sets) {
      for (const type of ["api_key", "session"] as const) {
        for (const record of every) {
          const isOpen = opens(record.id, held, type === "session");
          const pass = () => authorize(record, found(held, type));
          if (isOpen) pass();
          else assert.throws(pass, { code: record.auth === "session" ? "api_key_auth_required" : "missing_scope" });
        }
      }
    }
  },
);

async function judge(record: Operation, credential: string): Promise<ErrorBody["error"] | null> {
  const path = Object.fromEntries(pathParameters(record.path).map((name) => [name, unknownId]));
  const answer = await service.call(record.id as OperationId, {
    path,
    credential,
    ...(record.body === null ? {} : { body: {} }),
  });
  return answer.status < 400 ? null : (answer.body as ErrorBody).error;
}

/** What a credential meets that is let in with an empty body and unknown ids. */
const accepted: readonly string[] = ["validation_failed", "resource_not_found", "unsupported_media_type"];

const edges = [...scopes.map((scope) => [scope]), ...scopes.map((scope) => scopes.filter((one) => one !== scope))];

test(
  "over HTTP a key of one scope, or of all but one, opens exactly its operations",
  { rules: ["auth.scopes", "auth.missing-scope", "keys.session-only"] },
  async () => {
    for (const held of edges) {
      const credential = await service.keyFor(held);
      for (const record of live) {
        if (record.auth === "none") continue;
        const error = await judge(record, credential);
        const why = `${record.id} with ${held.join(" ")}: ${error?.code}`;
        if (opens(record.id, held, false)) {
          assert.ok(error === null || accepted.includes(error.code), why);
        } else {
          assert.equal(error?.code, record.auth === "session" ? "api_key_auth_required" : "missing_scope", why);
          if (record.auth !== "session") assert.ok(error?.message.includes(record.auth), error?.message);
        }
      }
    }
  },
);

test("/me lists what each key at the edges can call", { rules: ["auth.allowed-operations"] }, async () => {
  for (const held of edges) {
    const credential = await service.keyFor(held);
    const { allowedOperations: listed } = await service.ok("getIdentity", { credential });
    assert.deepEqual(
      listed,
      publicTable.map((record) => record.id).filter((id) => opens(id, held, false)),
    );
  }
});
