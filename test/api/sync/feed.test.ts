/** The feed of changes: what others change, as they change it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { OutputOf } from "../../../src/schema/operations/index.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { openFeed, type TestFeed } from "../../helpers/feed.ts";
import { asTimePasses, eventually } from "../../helpers/settle.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";

const service = await startTestService({ after });

/** Follows from a place on; each change within reach of the test's clock. */
async function follow(
  options: { workspaceId?: string; credential?: string; after?: string | null } = {},
): Promise<TestFeed> {
  const { workspaceId = service.workspaceId, credential = service.session, after = null } = options;
  const feed = await openFeed({ url: service.url, credential, start: { type: "start", workspaceId, after } });
  await eventually("the service says ready", () =>
    feed.frames.some(({ type }) => type === "ready" || type === "reset"),
  );
  return feed;
}

const received = (what: string, passes: () => boolean): Promise<void> => asTimePasses(service.clock, what, passes, 25);

test("only from the service's own pages, with a valid credential, and after saying where it starts", async () => {
  const { url, publicUrl, session, workspaceId } = service;
  await assert.rejects(openFeed({ url }), { status: 401, code: "missing_credentials" });
  await assert.rejects(openFeed({ url, credential: "dss_stale" }), { status: 401, code: "invalid_session_token" });
  const foreign = { url, credential: session, headers: { origin: "https://evil.example" } };
  await assert.rejects(openFeed(foreign), { status: 401 });
  const cookie = { cookie: `dayshift_session=${session}`, origin: publicUrl };
  const own = await openFeed({ url, headers: cookie, start: { type: "start", workspaceId, after: null } });
  await eventually("the service says ready", () => own.frames[0]?.type === "ready");
  own.cut();
  for (const start of ["no JSON", { type: "stop" }, { type: "start", workspaceId: "home", after: null }]) {
    assert.equal(await (await openFeed({ url, credential: session, start })).ended(), 4400);
  }
  const silent = await openFeed({ url, credential: session });
  await asTimePasses(service.clock, "the silent one is closed", () => silent.closed !== null, 10_000);
  assert.equal(silent.closed, 4400);
  const elsewhere = await service.addWorkspace("Elsewhere");
  const start = { type: "start", workspaceId, after: null };
  assert.equal(await (await openFeed({ url, credential: elsewhere.key, start })).ended(), 4403);
});

test("each kind of record comes along as the interface shows it", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Kinds");
  const headers = { "dayshift-workspace": workspaceId };
  const feed = await follow({ workspaceId });
  const list = await service.ok("createTodoList", { credential, body: { name: "Garden" } });
  const agent = await service.ok("createAgent", { credential, body: { name: "Gardener", requiresApproval: true } });
  const skill = await service.ok("createAgentSkill", {
    credential,
    path: { agentId: agent.id },
    body: { name: "Cut", instructions: "Cut the hedge." },
  });
  const todo = await service.ok("createTodo", {
    credential,
    body: { title: "Cut the hedge", todoListId: list.id, schedule: { rrule: "FREQ=DAILY" } },
  });
  const message = `call create_todo ${JSON.stringify({ title: "Asked" })}`;
  const chat = await service.ok("createChat", {
    headers,
    credential: service.session,
    body: { message, agentId: agent.id, waitSeconds: 60 },
  });
  const note = await service.ok("createCapture", { credential, body: { type: "note", content: "TODO: rake" } });
  const last = (kind: string, id: string) => feed.changes.findLast((one) => one.kind === kind && one.id === id);
  const equal = async <Record>(kind: string, read: () => Promise<Record & { id: string }>) => {
    const { id } = await read();
    let wanted = "";
    await received(`${kind} is as the interface shows it`, () => {
      void read().then((record) => (wanted = JSON.stringify(record)));
      const { rank: _, ...record } = last(kind, id)?.record ?? {};
      return JSON.stringify(record) === wanted;
    });
  };
  await equal("todo", () => service.ok("getTodo", { credential, path: { todoId: todo.id } }));
  await equal("todo_list", () => service.ok("getTodoList", { credential, path: { todoListId: list.id } }));
  await equal("agent", () => service.ok("getAgent", { credential, path: { agentId: agent.id } }));
  await equal("agent_skill", () =>
    service.ok("getAgentSkill", { credential, path: { agentId: agent.id, skillId: skill.id } }),
  );
  await equal("chat", () => service.ok("getChat", { credential, path: { chatId: chat.id } }));
  const first = async <Id extends "listApprovals" | "listNotifications">(
    id: Id,
  ): Promise<OutputOf<Id>["data"][number]> => (await service.ok(id, { headers })).data[0] ?? assert.fail(id);
  await equal("approval", () => first("listApprovals"));
  await equal("notification", () => first("listNotifications"));
  await equal("scheduled_series", async () => {
    const { data } = await service.ok("listScheduledSeries", { credential });
    return data[0] ?? assert.fail();
  });
  await equal("scheduled_occurrence", async () => {
    const { data } = await service.ok("listScheduledOccurrences", { credential, path: { todoId: todo.id } });
    return data[0] ?? assert.fail();
  });
  await received("the note is completed", () => last("capture", note.id)?.record?.["status"] === "completed");
  assert.ok(!("title" in (last("capture", note.id)?.record ?? {})));
  await service.ok("deleteTodo", { credential, path: { todoId: todo.id } });
  await received("the archived todo", () => last("todo", todo.id)?.record?.["isArchived"] === true);
  const short = await service.ok("createTodo", { credential, body: { title: "Short" } });
  await service.ok("deleteTodo", { credential, path: { todoId: short.id }, query: { permanent: true } });
  await received("the erased todo", () => last("todo", short.id)?.op === "gone");
  feed.cut();
});

test("what agents saved with a todo comes along once it is estimated", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Saved");
  const agent = await service.ok("createAgent", { credential, body: { name: "Worker", requiresApproval: false } });
  const todo = await service.ok("createTodo", { credential, body: { title: "Work" } });
  const path = { todoId: todo.id };
  await service.ok("runTodo", { credential, path, body: { agentId: agent.id, message: "Think" } });
  await until(
    "the run has ended",
    () => service.ok("getTodo", { credential, path }),
    ({ latestRun }) => latestRun?.status === "completed",
  );
  const feed = await follow({ workspaceId, credential });
  await service.ok("updateTodo", { credential, path, body: { status: "done" } });
  const last = () => feed.changes.findLast(({ id }) => id === todo.id)?.record?.["minutesSaved"];
  await received("the estimate", () => typeof last() === "number");
  feed.cut();
});

test("changes are gathered for 25 ms, the first after a quiet while comes at once", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Gathered");
  const feed = await follow({ workspaceId, credential });
  const create = (title: string) => service.ok("createTodo", { credential, body: { title } });
  const one = await create("one");
  await feed.until("the first one, without any time passing", ({ id }) => id === one.id);
  const frames = feed.frames.length;
  for (const title of ["two", "three", "four"]) await create(title);
  assert.equal(feed.frames.length, frames);
  await received("the others", () => feed.changes.some(({ record }) => record?.["title"] === "four"));
  assert.equal(feed.frames.length, frames + 1);
  const kinds = feed.frames
    .at(-1)
    ?.changes?.map(({ kind }) => kind)
    .sort();
  assert.deepEqual(kinds, ["todo", "todo", "todo", "todo_list"]);
  feed.cut();
});

test("a client resumes where it left off, after a restart too; an unknown position is a reset", async () => {
  const { id: workspaceId, key: credential } = await service.addWorkspace("Back");
  const create = (title: string) => service.ok("createTodo", { credential, body: { title } });
  const { changesCursor } = await service.ok("getSnapshot", { credential });
  const titles = (feed: TestFeed) =>
    feed.changes.flatMap(({ record }) => (record?.["title"] as string | undefined) ?? []);
  await create("one");
  const first = await follow({ workspaceId, credential, after: changesCursor });
  await received("one", () => titles(first).includes("one"));
  first.cut();
  await create("two");
  await service.restart();
  await create("three");
  const second = await follow({ workspaceId, credential, after: first.cursor });
  await received("the others", () => titles(second).includes("three"));
  assert.deepEqual(titles(second), ["two", "three"]);
  second.cut();
  const [n] = (second.cursor ?? "").split("-");
  for (const [after, reason] of [
    [`${n}-00000000`, "restored"],
    [`${Number(n) + 1000}-00000000`, "restored"],
    ["whatever", "restored"],
  ] as const) {
    const lost = await follow({ workspaceId, credential, after });
    assert.deepEqual(lost.frames[0], { type: "reset", reason });
    assert.equal(await lost.ended(), 1000);
  }
});

test(
  "the end of a session, of a key, of a membership, and of the service each have their code",
  { rules: ["auth.open-channels"] },
  async () => {
    const workspaceId = service.workspaceId;
    const body = { email: "bo@example.com", name: "Bo", password: "a first password" };
    const bo = await addMember(service, body);
    const signIn = async () =>
      (await service.ok("createSession", { body: { email: body.email, password: body.password } })).token;
    const session = await signIn();
    const one = await follow({ credential: session });
    await service.ok("endSession", { credential: session });
    assert.equal(await one.ended(), 4401);
    const key = await service.ok("createApiKey", { body: { workspaceId, name: "Short", scopes: ["todos:read"] } });
    const two = await follow({ credential: key.secret ?? "" });
    await service.ok("revokeApiKey", { path: { apiKeyId: key.id } });
    assert.equal(await two.ended(), 4401);
    const three = await follow({ credential: await signIn() });
    await service.ok("removeMember", { path: { workspaceId, userId: bo.id } });
    assert.equal(await three.ended(), 4403);
    const four = await follow();
    await service.restart();
    assert.equal(await four.ended(), 1001);
  },
);

test("a credential sees the kinds of its scopes, and an access token follows, too", async () => {
  const { id: workspaceId, key } = await service.addWorkspace("Scopes");
  const agents = await service.keyFor(["agents:read"], workspaceId);
  const app = await connectApp(service, { workspaceId, clientId: "feed", scopes: ["todos:read"] });
  const ofAgents = await follow({ workspaceId, credential: agents });
  const ofKey = await follow({ workspaceId, credential: key });
  const ofApp = await follow({ workspaceId, credential: app.accessToken });
  await service.ok("createTodo", { credential: key, body: { title: "Seen by some" } });
  const agent = await service.ok("createAgent", { credential: key, body: { name: "Seen by others" } });
  for (const feed of [ofAgents, ofKey])
    await received("the agent", () => feed.changes.some(({ id }) => id === agent.id));
  await received("the todo", () => ofApp.changes.some(({ kind }) => kind === "todo"));
  assert.deepEqual([...new Set(ofAgents.changes.map(({ kind }) => kind))], ["agent"]);
  assert.deepEqual([...new Set(ofApp.changes.map(({ kind }) => kind))].sort(), ["todo", "todo_list"]);
  for (const feed of [ofAgents, ofKey, ofApp]) feed.cut();
});

test("members who join, are renamed or leave are announced to those who follow", async () => {
  const { id: workspaceId } = await service.addWorkspace("Joined");
  const feed = await follow({ workspaceId });
  const { id, token } = await addMember(service, { email: "cy@example.com", name: "Cy" }, workspaceId);
  const heard = (op: string, name?: string) =>
    received(`${op} ${name}`, () =>
      feed.changes.some(
        (one) => one.kind === "member" && one.id === id && one.op === op && one.record?.["name"] === name,
      ),
    );
  await heard("put", "Cy");
  await service.ok("updateProfile", { credential: token, body: { name: "Cyd" } });
  await heard("put", "Cyd");
  await service.ok("removeMember", { path: { workspaceId, userId: id } });
  await heard("gone");
  feed.cut();
});

test("a credential has twenty connections at once", async () => {
  const credential = await service.keyFor(["todos:read"]);
  const feeds = await Promise.all(Array.from({ length: 20 }, () => openFeed({ url: service.url, credential })));
  await assert.rejects(openFeed({ url: service.url, credential }), { status: 429, code: "rate_limit_exceeded" });
  feeds[0]?.cut();
  const again = () => openFeed({ url: service.url, credential }).catch(() => null);
  const next = await until("a place is free", again, (feed) => feed !== null);
  for (const feed of [...feeds, next]) feed?.cut();
});

test("a quiet connection is pinged", async () => {
  const feed = await follow();
  await asTimePasses(service.clock, "a ping", () => feed.frames.some(({ type }) => type === "ping"), 30_000);
  feed.cut();
});
