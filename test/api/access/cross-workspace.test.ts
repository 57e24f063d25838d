/**
 * Two workspaces that know nothing of each other. For every operation, and every place in path, query or body where an id can
 * stand (found in the table, not listed here), the id of a record of the other workspace answers as missing, tells nothing and
 * changes nothing there.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type JsonSchema, jsonSchemaOf } from "../../../src/schema/json-schema.ts";
import { type Operation, pathParameters } from "../../../src/schema/operation.ts";
import { appTable, type OperationId, publicTable } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { png, uploaded } from "../../helpers/images.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { type Outcome, surfaces } from "../../helpers/surfaces.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const marker = "Sesame-of-A";
const password = "a first password";

/** Records by the name of the parameter that takes their id. */
type Household = Readonly<Record<string, string>>;

async function populate(credential: string, workspaceId: string, email: string, words: string): Promise<Household> {
  const { id: userId } = await addMember(service, { email, name: words, password }, workspaceId);
  await service.ok("updateMember", { path: { workspaceId, userId }, body: { role: "owner" } });
  const { id: agentId } = await service.ok("createAgent", { credential, body: { name: words } });
  const skill = { credential, path: { agentId }, body: { name: words, instructions: words } };
  const { id: skillId } = await service.ok("createAgentSkill", skill);
  const { id: todoListId } = await service.ok("createTodoList", { credential, body: { name: words } });
  const todo = { credential, body: { title: words, content: words, todoListId } };
  const { id: todoId } = await service.ok("createTodo", todo);
  const note = { type: "note", content: `${words}\n${words}`, tags: [words] };
  const { id: captureId } = await service.ok("createCapture", { credential, body: note });
  const message = `call create_todo {"title":"${words}"}`;
  const { id: chatId } = await service.ok("createChat", {
    credential,
    body: { message, title: words, agentId, todoId },
  });
  const { id: runId } = await service.ok("runTodo", { credential, path: { todoId }, body: { agentId } });
  const { data: changes } = await service.ok("listRecordChanges", { credential, query: { todoId } });
  const changeSetId = changes[0]?.changeSetId ?? assert.fail("No change.");
  const turnId = await turnOf(credential, words);
  const headers = { "dayshift-workspace": workspaceId };
  await chatEnd({ ...service, ok: (id, request) => service.ok(id, { ...request, credential }) }, chatId);
  const { data } = await service.ok("listApprovals", { headers, query: { chatId } });
  const approvalId = data[0]?.id ?? assert.fail("No approval.");
  const askInbox = () => service.ok("listNotifications", { headers });
  const inbox = await until("word of the approval", askInbox, (list) => list.data.length > 0);
  const notificationId = inbox.data[0]?.id ?? assert.fail("No notification.");
  const invited = { path: { workspaceId }, body: { email: `friend-of-${email}` } };
  const { id: invitationId } = await service.ok("createInvitation", invited);
  const { data: keys } = await service.ok("listApiKeys", { query: { workspaceId } });
  const apiKeyId = keys[0]?.id ?? assert.fail("No key.");
  await connectApp(service, { workspaceId, userId, clientId: words });
  const { data: apps } = await service.ok("listConnectedApps", { query: { workspaceId } });
  const connectedAppId = apps[0]?.id ?? assert.fail("No connected app.");
  const { token } = await service.ok("createSession", { body: { email, password } });
  const { data: sessions } = await service.ok("listSessions", { credential: token });
  const sessionId = sessions[0]?.id ?? assert.fail("No session.");
  await service.directory.linkAccount(userId, {
    issuer: "https://login.example.com",
    subject: words,
    email,
    name: words,
  });
  const [identity] = await service.directory.identitiesOf(userId);
  const identityId = identity?.id ?? assert.fail("No account at the provider.");
  const { id: linkId } = await service.ok("createCalendarLink", { credential: token, body: { workspaceId } });
  const { id: subscriptionId } = await service.ok("createPushSubscription", {
    credential: token,
    body: {
      endpoint: `https://push.example.com/${words}`,
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    },
  });
  const server = { name: words.toLowerCase().replaceAll("-", ""), url: "http://127.0.0.1:9000/mcp" };
  const { id: mcpServerId } = await service.ok("createMcpServer", { headers, body: server });
  const { id: attachmentId } = await uploaded(service, png(), "image/png", { credential });
  const records = {
    attachmentId,
    agentId,
    skillId,
    todoListId,
    todoId,
    runId,
    changeSetId,
    turnId,
    chatId,
    approvalId,
    captureId,
    notificationId,
  };
  return {
    ...records,
    invitationId,
    userId,
    sessionId,
    identityId,
    linkId,
    subscriptionId,
    mcpServerId,
    serverId: mcpServerId,
    apiKeyId,
    connectedAppId,
    workspaceId,
  };
}

/** A turn in which an agent that needs no approval made a todo. */
async function turnOf(credential: string, words: string): Promise<string> {
  const { id: agentId } = await service.ok("createAgent", {
    credential,
    body: { name: `${words}, free`, requiresApproval: false },
  });
  const message = `call create_todo {"title":"${words}"}`;
  await service.ok("createChat", { credential, body: { message, agentId, waitSeconds: 60 } });
  const { data } = await service.ok("listRecordChanges", { credential, query: { agentId } });
  return data.find((change) => change.turnId !== null)?.turnId ?? assert.fail("No turn.");
}

const there = await service.addWorkspace("A");
const here = await service.addWorkspace("B");
const foreign = await populate(there.key, there.id, "a@example.com", marker);
const own = await populate(here.key, here.id, "b@example.com", "Plain");
const { token: sessionOfB } = await service.ok("createSession", { body: { email: "b@example.com", password } });
const { token: sessionOfA } = await service.ok("createSession", { body: { email: "a@example.com", password } });

/** Everything that members of A can see. */
async function stateOfA(): Promise<string> {
  const credential = there.key;
  const chat = { credential, path: { chatId: foreign["chatId"] as string } };
  const parts = [
    await service.ok("listTodos", { credential }),
    await service.ok("listTodos", { credential, query: { includeArchived: true } }),
    await service.ok("listTodoLists", { credential, query: { includeArchived: true } }),
    await service.ok("listAgents", { credential, query: { includeArchived: true } }),
    await service.ok("listSkills", { credential, query: { includeArchived: true } }),
    await service.ok("listCaptures", { credential }),
    await service.ok("listCaptures", { credential, query: { includeArchived: true } }),
    await service.ok("getCapture", { credential, path: { captureId: foreign["captureId"] as string } }),
    await service.ok("listTags", { credential }),
    await service.ok("listChats", { credential }),
    await service.ok("listMessages", chat),
    await service.ok("listApprovals", { credential: sessionOfA }),
    await service.ok("listMembers", { credential: sessionOfA, path: { workspaceId: there.id } }),
    (await service.ok("listApiKeys", { credential: sessionOfA, query: { workspaceId: there.id } })).data.map((key) => [
      key.id,
      key.revokedAt,
    ]),
    await service.ok("listConnectedApps", { credential: sessionOfA, query: { workspaceId: there.id } }),
  ];
  return JSON.stringify(parts);
}

/** What a query must have. */
const queries: Readonly<Record<string, Record<string, string>>> = {
  exportCapture: { format: "txt" },
  getCalendar: { from: "2026-01-01", to: "2026-02-01" },
  search: { query: marker },
};

/** Bodies that would succeed, for operations whose body holds ids or that need one to get as far as the id. */
const bodies: Readonly<Record<string, object>> = {
  setAgentPhoto: { bytes: png(), contentType: "image/png" },
  createTodo: { title: "Mine" },
  batchCreateTodos: { data: [{ title: "Mine" }] },
  createTodoList: { name: "Mine" },
  updateOutsideTools: { mcpServers: [{ serverId: own["mcpServerId"], allowedTools: [] }] },
  updateTodo: { priority: "low" },
  updateTodoList: { name: "Taken" },
  runTodo: {},
  createChat: { message: "Hello", waitSeconds: 1 },
  updateChat: { title: "Taken" },
  sendMessage: { message: "Hello", waitSeconds: 1 },
  createChatWithImages: { message: "Hello", waitSeconds: 1, attachmentIds: [own["attachmentId"]] },
  sendMessageWithImages: { message: "Hello", waitSeconds: 1, attachmentIds: [own["attachmentId"]] },
  createAgent: { name: "Mine" },
  createCapture: { type: "note", content: "Mine" },
  updateCapture: { title: "Taken" },
  updateAgent: { instructions: "Obey B" },
  previewAgentUpdate: { instructions: "Obey B" },
  createAgentSkill: { name: "Planted" },
  updateAgentSkill: { name: "Taken" },
  decideApproval: { decision: "approve" },
  decideManyApprovals: { decisions: [{ approvalId: own["approvalId"], decision: "approve" }] },
  bulkUpdateTodos: { changes: [{ todoId: own["todoId"], priority: "low" }] },
  moveTodo: { after: null },
  renameWorkspace: { name: "Taken" },
  renameSpeaker: { speaker: "A", name: "B" },
  createApiKey: { workspaceId: here.id, name: "Mine", scopes: ["todos:read"] },
  createImport: { source: "elsewhere", todos: [{ externalId: "1", title: "Mine" }] },
  updateMember: { role: "owner" },
  createInvitation: { email: "eve@example.com" },
};

type Step = string | number;

/** Every place of a schema where a UUID stands. */
function idPlaces(schema: JsonSchema, at: readonly Step[] = []): (readonly Step[])[] {
  if (schema["format"] === "uuid") return [at];
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  const inside = properties.flatMap(([name, one]) => idPlaces(one, [...at, name]));
  const items = schema["items"] === undefined ? [] : idPlaces(schema["items"] as JsonSchema, [...at, 0]);
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] ?? []) as JsonSchema[]);
  return [...inside, ...items, ...branches.flatMap((one) => idPlaces(one, at))];
}

/** The dotted path as `param` names it. */
function dotted(place: readonly Step[]): string {
  return place.map((step, n) => (typeof step === "number" ? `[${step}]` : `${n === 0 ? "" : "."}${step}`)).join("");
}

/** A copy with the value put at the place; what is missing on the way is made. */
function put(value: unknown, place: readonly Step[], id: string): unknown {
  const [step, ...rest] = place;
  if (step === undefined) return id;
  if (typeof step === "number") return [put((value as unknown[] | undefined)?.[0], rest, id)];
  const fields = (value ?? (rest.length === 0 && step === "id" ? { type: "agent" } : {})) as Record<string, unknown>;
  return { ...fields, [step]: put(fields[step], rest, id) };
}

/** The record of A whose id belongs at the place. */
function foreignId(place: readonly Step[]): string {
  const name = String(place.findLast((step) => typeof step === "string")).replace(/Ids$/, "Id");
  const { agentId: id = "", userId: assigneeId = "", todoId: after = "", workspaceId = "" } = foreign;
  const known = { ...foreign, id, assigneeId, after, defaultWorkspaceId: workspaceId };
  return (known as Record<string, string>)[name] ?? assert.fail(`no record of A for ${dotted(place)}`);
}

function asB(record: Operation): Request {
  return { credential: record.auth === "session" ? sessionOfB : here.key };
}

function inputOf(record: Operation): Request {
  const path = Object.fromEntries(pathParameters(record.path).map((name) => [name, own[name] ?? assert.fail(name)]));
  const body = bodies[record.id];
  const query = queries[record.id];
  return { ...asB(record), path, ...(record.body !== null && { body: body ?? {} }), ...(query && { query }) };
}

const operations = [...publicTable, ...appTable];

/** Operations that answer what each of many was refused for in its place. */
const inPlace: Readonly<Record<string, string>> = {
  bulkUpdateTodos: "changes[0].",
  decideManyApprovals: "decisions[0].",
};

/** The refusal of the only one of many as if it were that of the whole request, its param with its place. */
function refusalIn({ id }: Operation, answer: Outcome): Outcome {
  const place = inPlace[id];
  const [only] = (answer["data"] ?? []) as readonly { readonly error: NonNullable<Outcome["error"]> }[];
  if (place === undefined || only === undefined) return answer;
  return { error: { ...only.error, param: place + String(only.error.param) } };
}

/** On every surface; `param` when it is known. */
async function refusedAsMissing(record: Operation, request: Request, what: string, param?: string): Promise<void> {
  for (const surface of surfaces.filter((one) => one.offers(record))) {
    const answer = refusalIn(record, await surface.call(service, record, request));
    const where = `${record.id}, ${what}, ${surface.name}`;
    // Workspaces are named openly: a foreign one is refused as such.
    const code = what.endsWith("workspaceId") ? "workspace_access_denied" : "resource_not_found";
    assert.equal(answer.error?.code, code, `${where}: ${JSON.stringify(answer)}`);
    if (param !== undefined) assert.equal(answer.error?.param, param, where);
    assert.ok(!JSON.stringify(answer).includes(marker), `${where} tells`);
    // What is a person's own stands in no workspace, and neither does a workspace.
    if (/(?:session|identity|link|subscription|apiKey|connectedApp|Workspace)Id$/.test(what))
      assert.match(answer.error?.message ?? "", /^There is no [\w ]+ with the id [\w-]+\.$/, where);
  }
}

test("foreign path ids are 404", { rules: ["requests.foreign-id", "skills.parent", "mcp.foreign-id"] }, async () => {
  const before = await stateOfA();
  let count = 0;
  for (const record of operations) {
    if (record.auth === "none") continue;
    const names = pathParameters(record.path);
    const given = inputOf(record);
    const choices = [names, ...(names.length > 1 ? names.map((name) => [name]) : [])];
    for (const chosen of choices) {
      if (chosen.length === 0) continue;
      const path = { ...given.path, ...Object.fromEntries(chosen.map((name) => [name, foreign[name] as string])) };
      if (record.id === "removeMember" && !chosen.includes("workspaceId")) continue;
      const what = chosen.includes("workspaceId") ? "path workspaceId" : `path ${chosen.join("+")}`;
      await refusedAsMissing(record, { ...given, path }, what);
      count += 1;
    }
  }
  assert.ok(count >= 36, `${count} places`);
  assert.equal(await stateOfA(), before);
});

test("removing a non-member leaves them their other workspaces", { rules: ["requests.foreign-id"] }, async () => {
  const before = await stateOfA();
  const path = { workspaceId: here.id, userId: foreign["userId"] as string };
  await service.call("removeMember", { path, credential: sessionOfB });
  assert.equal(await stateOfA(), before);
});

test("foreign body ids are 404", { rules: ["requests.foreign-id", "requests.body-id", "mcp.foreign-id"] }, async () => {
  const before = await stateOfA();
  let count = 0;
  for (const record of operations) {
    // The fields of a file are what the service notes of it.
    if (record.body === null || record.bytes !== undefined || record.auth === "none") continue;
    for (const place of idPlaces(jsonSchemaOf(record.body))) {
      if (place[0] === "expected") continue; // compared with what is stored, and never looked up
      const given = inputOf(record);
      const request = { ...given, body: put(given.body, place, foreignId(place)) };
      await refusedAsMissing(record, request, `body ${dotted(place)}`, dotted(place));
      count += 1;
    }
  }
  assert.ok(count >= 12, `${count} places`);
  assert.equal(await stateOfA(), before);
});

test("a person of another workspace is no assignee here", { rules: ["requests.foreign-id"] }, async () => {
  const assignees = [{ id: foreign["userId"], type: "user" }];
  const request = { credential: here.key, body: { title: "Mine", assignees } };
  await service.refuses("createTodo", request, "resource_not_found", "assignees[0].id");
  const change = { credential: here.key, path: { todoId: own["todoId"] as string }, body: { assignees } };
  await service.refuses("updateTodo", change, "resource_not_found", "assignees[0].id");
});

test(
  "a foreign id in a filter matches nothing",
  { rules: ["requests.foreign-id", "requests.filter-id", "mcp.foreign-id"] },
  async () => {
    let count = 0;
    for (const record of operations) {
      for (const place of idPlaces(jsonSchemaOf(record.query))) {
        const name = String(place[0]);
        if (name === "cursor") continue; // the position in a walk, and not a filter
        const request = { ...inputOf(record), query: { [name]: foreignId(place) } };
        if (name === "workspaceId") await refusedAsMissing(record, request, "query workspaceId");
        else {
          for (const surface of surfaces.filter((one) => one.offers(record))) {
            const { data, total } = await surface.call(service, record, request);
            const amount = (total as { readonly calls?: number } | undefined)?.calls ?? total;
            assert.equal((data as unknown[] | undefined)?.length ?? amount, 0, `${record.id} ${name} ${surface.name}`);
          }
        }
        count += 1;
      }
    }
    assert.ok(count >= 10, `${count} places`);
  },
);

test("no list, summary or search shows records of another workspace", { rules: ["requests.foreign-id"] }, async () => {
  for (const record of operations) {
    if (record.method !== "GET" || record.auth === "none") continue;
    if (["Model", "Speech"].includes(record.tag)) continue; // of the whole service, and for its operators
    const needed = "workspaceId" in record.query.entries ? { query: { workspaceId: here.id } } : {};
    const answer = await service.call(record.id as OperationId, { ...inputOf(record), ...needed });
    assert.equal(answer.status, 200, record.id);
    const text = JSON.stringify(answer.body);
    for (const secret of [marker, ...Object.values(foreign)]) assert.ok(!text.includes(secret), `${record.id} tells`);
  }
  const asked = { credential: here.key, query: { query: marker } };
  assert.deepEqual((await service.ok("listTodos", asked)).data, []);
  assert.deepEqual((await service.ok("listCaptures", asked)).data, []);
  assert.deepEqual((await service.ok("listCaptures", { ...asked, query: { tags: marker } })).data, []);
});

test("an agent's tools reach no other workspace", { rules: ["requests.foreign-id"] }, async () => {
  const before = await stateOfA();
  const { id: agentId } = await service.ok("createAgent", {
    credential: here.key,
    body: { name: "Burglar", requiresApproval: false },
  });
  const calls = [
    `call get_todo {"todoId":"${foreign["todoId"]}"}`,
    `call update_todo {"todoId":"${foreign["todoId"]}","title":"Taken"}`,
    `call get_chat {"chatId":"${foreign["chatId"]}"}`,
    `call get_capture {"captureId":"${foreign["captureId"]}"}`,
    `call update_capture {"captureId":"${foreign["captureId"]}","title":"Taken"}`,
    `call get_agent {"agentId":"${foreign["agentId"]}"}`,
    `call create_todo {"title":"x","todoListId":"${foreign["todoListId"]}"}`,
  ];
  const body = { message: calls.join("\n"), agentId, waitSeconds: 60 };
  const { id: chatId } = await service.ok("createChat", { credential: here.key, body });
  const { data } = await service.ok("listMessages", { credential: here.key, path: { chatId } });
  const results = data.flatMap((message) => message.blocks).filter((block) => block.type === "tool_result");
  assert.equal(results.length, calls.length);
  for (const result of results) assert.ok(result.isError && !result.content.includes(marker), result.content);
  assert.equal(await stateOfA(), before);
});

test("an Idempotency-Key of another workspace replays nothing", { rules: ["idempotency.per-credential"] }, async () => {
  const request = { body: { title: marker }, headers: { "idempotency-key": "shared" } };
  await service.ok("createTodo", { ...request, credential: there.key });
  const answer = await service.call("createTodo", { ...request, body: { title: "Mine" }, credential: here.key });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers["idempotency-replayed"], undefined);
});
