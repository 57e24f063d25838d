/**
 * The matrix: every operation does the same, answers the same and is refused the same on each surface. Each has a workspace of its
 * own, furnished alike; answers are compared after ids, instants and cursors have become words.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { jsonSchemaOf } from "../../../src/schema/json-schema.ts";
import { type InputSchema, isRead, type Operation, pathParameters } from "../../../src/schema/operation.ts";
import { isFolded } from "../../../src/cli/commands/names.ts";
import { appTable, operationById, type OperationId, publicTable } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { verifyDeclared } from "../../helpers/journal.ts";
import { png, uploaded } from "../../helpers/images.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { commands, http, type Outcome, type Surface, surfaces } from "../../helpers/surfaces.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const absent = "00000000-0000-4000-8000-000000000000";

interface House {
  readonly surface: Surface;
  readonly workspaceId: string;
  /** A key with every scope. */
  readonly key: string;
}

const houses: House[] = [];
for (const surface of surfaces) {
  const { id, key } = await service.addWorkspace("Same");
  houses.push({ surface, workspaceId: id, key });
}

/** How a request of that house is made: as the signed-in person where the operation needs one. */
function asking({ auth }: Operation, { key, workspaceId }: House): Pick<Request, "credential" | "headers"> {
  if (auth !== "session") return { credential: key };
  return { credential: service.session, headers: { "dayshift-workspace": workspaceId } };
}

/** What is not done in house after house, and why. */
const apart: Readonly<Record<string, string>> = {
  createSession: "nobody signs in to a house; its command is login, which keeps the token to itself (login.test.ts)",
  endSession: "it ends the session that asks; its command is logout",
  completeSetup: "there is one owner, who is made before any house (setup.test.ts)",
  showInvitation: "it is for somebody who has no house yet (invitations.test.ts)",
  acceptInvitation: "it is for somebody who has no house yet (invitations.test.ts)",
  createPasswordReset: "it is for somebody who cannot sign in to any house (password-reset.test.ts)",
  confirmPasswordReset: "it is for somebody who cannot sign in to any house (password-reset.test.ts)",
  updateProfile: "it concerns the person who asks in every house (profile.test.ts)",
  beginSecondFactor: "it concerns the person who asks in every house (second-factor.test.ts)",
  confirmSecondFactor: "it concerns the person who asks in every house (second-factor.test.ts)",
  linkProviderIdentity: "it concerns the person who asks in every house (oidc.test.ts)",
  unlinkProviderIdentity: "it concerns the person who asks in every house (oidc.test.ts)",
  removeSecondFactor: "it concerns the person who asks in every house (second-factor.test.ts)",
  updateModel: "it changes who answers in every house (model-settings.test.ts)",
  changePassword: "it ends the other sessions of the person who asks in every house",
};
const [table, ofPersons] = [false, true].map((isApart) =>
  [...publicTable, ...appTable].filter(({ id }) => Object.hasOwn(apart, id) === isApart),
) as [Operation[], Operation[]];

/** Whether the operation can be asked for there as it is, with the answer that it has. */
function takes(surface: Surface, record: Operation): boolean {
  return surface.offers(record) && (surface !== commands || isFolded(record) || !Object.hasOwn(apart, record.id));
}

type Own = Readonly<Record<string, string>>;

/** Makes the record whose id goes under a name, over HTTP; `name` comes once in its workspace. */
const makers: Readonly<Record<string, (house: House, name: string, own: Own) => Promise<{ id: string }>>> = {
  agentId: ({ key }, name) => service.ok("createAgent", { credential: key, body: { name, requiresApproval: false } }),
  skillId: ({ key }, name, { agentId = absent }) =>
    service.ok("createAgentSkill", { credential: key, path: { agentId }, body: { name, instructions: name } }),
  todoListId: ({ key }, name) => service.ok("createTodoList", { credential: key, body: { name } }),
  todoId: async ({ key: credential }, name) => {
    const { id } = await service.ok("createAgent", { credential, body: { name: `${name}, agent` } });
    return service.ok("createTodo", { credential, body: { title: name, assignees: [{ id, type: "agent" }] } });
  },
  captureId: async ({ key: credential }, name) => {
    const { id } = await service.ok("createCapture", { credential, body: { type: "note", content: name } });
    const read = () => service.ok("getCapture", { credential, path: { captureId: id } });
    return until("the note is summed up", read, ({ summary }) => summary !== null);
  },
  chatId: async ({ key: credential }, name) => {
    const chat = await service.ok("createChat", { credential, body: { message: name, title: name } });
    return chatEnd({ ...service, ok: (id, request) => service.ok(id, { ...request, credential }) }, chat.id);
  },
  mcpServerId: (house, name) => {
    const body = { name: `s${/\d+/.exec(name)?.[0] ?? ""}`, url: "http://127.0.0.1:9000/mcp" };
    return service.ok("createMcpServer", { ...inPerson(house), body });
  },
  apiKeyId: ({ workspaceId }, name) =>
    service.ok("createApiKey", { body: { workspaceId, name, scopes: ["todos:read"] } }),
  workspaceId: async ({ workspaceId }) => ({ id: workspaceId }),
  sessionId: async () => {
    await service.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } });
    const { data } = await service.ok("listSessions");
    return data.find(({ isCurrent }) => !isCurrent) ?? assert.fail("There is no other session.");
  },
  userId: ({ workspaceId }, name) => addMember(service, { email: emailFor(name) }, workspaceId),
  invitationId: ({ workspaceId }, name) =>
    service.ok("createInvitation", { path: { workspaceId }, body: { email: emailFor(name) } }),
  linkId: ({ workspaceId }) => service.ok("createCalendarLink", { body: { workspaceId } }),
  subscriptionId: (_, name) =>
    service.ok("createPushSubscription", {
      body: {
        endpoint: `https://push.example.com/${encodeURIComponent(name)}`,
        keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
      },
    }),
  approvalId: async (house, name) => (await approvals(house, name)).data[0] ?? assert.fail("There is no approval."),
  // The caller is notified of the approval.
  notificationId: async (house, name) => {
    await approvals(house, name);
    const { data } = await service.ok("listNotifications", inPerson(house));
    return data[0] ?? assert.fail("There is no notification.");
  },
  connectedAppId: async ({ workspaceId }, clientId) => {
    await connectApp(service, { workspaceId, clientId });
    const { data } = await service.ok("listConnectedApps", { query: { workspaceId } });
    return data[0] ?? assert.fail("There is no connected app.");
  },
};

function emailFor(name: string): string {
  return `${name.replaceAll(/[ ,]+/g, ".")}@example.com`;
}

function inPerson({ workspaceId }: House): Pick<Request, "headers"> {
  return { headers: { "dayshift-workspace": workspaceId } };
}

/** What waits for a decision in a chat that was begun for it. */
async function approvals(house: House, name: string) {
  const { id: agentId } = await service.ok("createAgent", {
    credential: house.key,
    body: { name: `${name}, careful` },
  });
  const message = `call create_todo ${JSON.stringify({ title: name })}`;
  const { id: chatId } = await service.ok("createChat", {
    ...inPerson(house),
    credential: service.session,
    body: { message, agentId, waitSeconds: 60 },
  });
  return service.ok("listApprovals", { ...inPerson(house), query: { chatId } });
}

/** New records for one operation. */
async function furnish(record: Operation, house: House, name: string): Promise<Own> {
  const own: Record<string, string> = {};
  for (const parameter of pathParameters(record.path)) {
    own[parameter] = (await makers[parameter]?.(house, name, own))?.id ?? absent;
  }
  return own;
}

/** Where the example of the body does not suit what was furnished. */
const bodies: Readonly<Record<string, (name: string, house: House) => object | Promise<object>>> = {
  updateAgent: () => ({ instructions: "Keep receipts." }),
  createAgent: (name) => ({ name: `${name}, new` }),
  createAttachment: () => ({ bytes: png(), contentType: "image/png" }),
  setAgentPhoto: () => ({ bytes: png(), contentType: "image/png" }),
  createChatWithImages: withImage,
  sendMessageWithImages: withImage,
};

async function withImage(message: string, { key: credential }: House): Promise<object> {
  return { message, attachmentIds: [(await uploaded(service, png(), "image/png", { credential })).id] };
}

/** What a query must have: key management names its workspace, an export its format, a search what it looks for, a calendar its days. */
function placeIn({ entries }: InputSchema, { workspaceId }: House): Own {
  return {
    ...(entries["workspaceId"] !== undefined && { workspaceId }),
    ...(entries["query"]?.type !== "optional" && entries["query"] !== undefined && { query: "a" }),
    ...(entries["format"] !== undefined && { format: "markdown" }),
    ...(entries["from"]?.type === "string" && { from: "2026-01-01", to: "2026-01-31" }),
  };
}

async function bodyFor(record: Operation, body: InputSchema, house: House, name: string): Promise<object> {
  const [example = {}] = (jsonSchemaOf(body)["examples"] ?? []) as object[];
  return { ...((await bodies[record.id]?.(name, house)) ?? example), ...placeIn(body, house) };
}

async function requestOf(record: Operation, house: House, name: string, path: Own): Promise<Request> {
  const { body, query } = record;
  const place = { path, query: placeIn(query, house) };
  return {
    ...asking(record, house),
    ...place,
    ...(body !== null && { body: await bodyFor(record, body, house, name) }),
  };
}

/** What is made as a consequence of the request, some time after it. */
const late = ["subtitle", "summary", "minutesSaved", "minutesSavedReason", "minutesSavedConfidence", "checked", "hash"];

/** Ids by the order in which they appear, and words for what no two answers share. */
function plain(outcome: Outcome): unknown {
  const ids = new Map<string, string>();
  const words = JSON.stringify(outcome)
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
      ids.set(id, ids.get(id) ?? `id ${ids.size}`);
      return ids.get(id) as string;
    })
    .replaceAll(/"\d+-[\w-]{8}"/g, '"a change"')
    .replaceAll(/ds[ksilg]_[\w.-]+/g, "a secret")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, "an instant");
  return JSON.parse(words, (key, value: unknown) => {
    if (late.includes(key)) return undefined;
    if (key === "last4") return "four letters";
    return ["nextCursor", "changesCursor"].includes(key) && value !== null ? "a cursor" : value;
  });
}

type Change = (request: Request, house: House) => Request;

/** Asks every surface that offers the operation, each in its own house; the first is what the others must equal. */
async function compare(record: Operation, change: Change = (request) => request, times = 1): Promise<Outcome> {
  const name = `${record.id} ${(count += 1)}`;
  const answers: Outcome[] = [];
  for (const house of houses.filter(({ surface }) => takes(surface, record))) {
    const { surface } = house;
    const request = change(await requestOf(record, house, name, await furnish(record, house, name)), house);
    const answer = await surface.call(service, record, request);
    for (let time = 1; time < times; time += 1) {
      const again = await surface.call(service, record, request);
      assert.deepEqual(openly(again), openly(answer), `${record.id} over ${surface.name}, again`);
    }
    answers.push(answer);
    assert.deepEqual(view(answer), view(answers[0] as Outcome), `${record.id} over ${surface.name}`);
  }
  return answers[0] as Outcome;
}

let count = 0;

/** A secret is shown once. */
const openly = (outcome: Outcome) => ({ ...outcome, secret: null, ...("url" in outcome && { url: null }) });

/** Messages say how a surface is used, and differ. */
function view(outcome: Outcome): unknown {
  const { error } = outcome;
  return error === undefined ? plain(outcome) : { type: error.type, code: error.code, param: error.param };
}

test("HTTP, client and command line offer all operations, MCP its own", { rules: ["surfaces.same"] }, () => {
  for (const record of table) {
    const without = surfaces.filter((surface) => !surface.offers(record)).map(({ name }) => name);
    assert.deepEqual(without, isTool(record) ? [] : ["MCP"], record.id);
  }
});

const isTool = (record: Operation) =>
  publicTable.includes(record) && (record.home === "workspace" || record.id === "getIdentity");

/** What needs more than a record and its example: a schedule, a recording that runs, has ended, or has failed, something to undo. */
const refused = new Set([
  "retireTodoSchedule",
  "completeOccurrence",
  "stopCapture",
  "renameSpeaker",
  "getCaptureProgress",
  "retryCapture",
  "undoRecordChanges",
]);

for (const record of table) {
  test(`${record.id} does and answers the same everywhere`, { rules: ["surfaces.same"] }, async () => {
    const { error } = await compare(record);
    assert.ok(error === undefined || refused.has(record.id), JSON.stringify(error));
  });
}

test("a person signs in, changes the password and signs out alike", { rules: ["surfaces.same"] }, async () => {
  const email = emailFor("One person");
  let password = "a first password";
  const { token } = await addMember(service, { email, password });
  await service.ok("endSession", { credential: token });
  const answers: unknown[] = [];
  for (const surface of surfaces) {
    const call = (id: OperationId, request: Request): Promise<Outcome> => {
      const record = operationById(id);
      return (takes(surface, record) ? surface : http).call(service, record, request);
    };
    const signedIn = await call("createSession", { body: { email, password } });
    const newPassword = `${password}, and more`;
    const body = { currentPassword: password, newPassword };
    const changed = await call("changePassword", { credential: signedIn["token"] as string, body });
    const credential = changed["token"] as string;
    const ended = await call("endSession", { credential });
    const { status } = await service.call("getIdentity", { credential });
    answers.push([signedIn, changed, ended].map(view), status);
    assert.deepEqual(answers.slice(-2), answers.slice(0, 2), surface.name);
    password = newPassword;
  }
  assert.match(JSON.stringify(answers.slice(0, 2)), /"session".*"session".*"session_ended".*401/);
});

test("a setup that is over is refused alike", { rules: ["surfaces.same"] }, async () => {
  // So many requests are for one minute; the refusals below have another.
  service.clock.advance(60_000);
  assert.notEqual((await compare(operationById("completeSetup"))).error, undefined);
});

for (const record of [...table, ...ofPersons]) {
  test(`${record.id} is refused alike everywhere`, { rules: ["surfaces.same"] }, async () => {
    const names = pathParameters(record.path);
    if (names.length > 0) {
      const path = Object.fromEntries(names.map((name) => [name, absent]));
      const { error } = await compare(record, (request) => ({ ...request, path }));
      assert.equal(error?.code, names.includes("workspaceId") ? "workspace_access_denied" : "resource_not_found");
    }
    if (record.body !== null && record.bytes === undefined) {
      const { error } = await compare(record, ({ body, ...rest }) => ({
        ...rest,
        body: { ...(body as object), stray: 1 },
      }));
      assert.deepEqual([error?.code, error?.param], ["validation_failed", "stray"]);
    }
    if (record.auth === "session") {
      const { error } = await compare(record, (request) => ({ ...request, credential: service.key }));
      assert.equal(error?.code, "api_key_auth_required");
    }
    if (!record.auth.includes(":")) return;
    const credential = await service.keyFor([record.auth === "agents:read" ? "chats:read" : "agents:read"]);
    const { error } = await compare(record, (request) => ({ ...request, credential }));
    assert.equal(error?.code, "missing_scope");
  });
}

// A session has so many requests a minute.
test("what acts once has a minute of its own", () => service.pass(60_000));

for (const record of table.filter((one) => one.creates && !refused.has(one.id))) {
  test(`${record.id} acts once for one key`, { rules: ["surfaces.same", "mcp.idempotency"] }, async () => {
    const keyed: Change = (request, { workspaceId }) => {
      const key = { "idempotency-key": `${record.id} once ${workspaceId}` };
      return { ...request, headers: { ...request.headers, ...key } };
    };
    assert.equal((await compare(record, keyed, 2)).error, undefined);
  });
}

test("the pages are read in a minute of their own, of houses whose newest chat and todo are alike", async () => {
  await service.pass(60_000);
  for (const house of houses) {
    await makers["chatId"]?.(house, "Last", {});
    await makers["todoId"]?.(house, "The newest", {});
  }
});

for (const record of table.filter((one) => isRead(one) && "cursor" in one.query.entries)) {
  test(`the pages of ${record.id} are alike everywhere`, { rules: ["surfaces.same"] }, async () => {
    const sizes = "limit" in record.query.entries ? [{ limit: 1 }, { limit: 0 }] : [];
    for (const query of [...sizes, { cursor: "invented" }]) {
      await compare(record, (request) => ({ ...request, query }));
    }
  });
}

test("no operation changes a kind of record that it does not declare [surfaces.same]", () => {
  verifyDeclared(
    service.dataDir,
    houses.map(({ workspaceId }) => workspaceId),
  );
});
