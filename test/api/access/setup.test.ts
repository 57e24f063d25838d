/** The first start, signing in and out, workspaces and their members. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { ErrorBody } from "../../helpers/client.ts";
import { ownerEmail, ownerPassword } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { workspaceId } = service;
const day = 86_400_000;
const bo = { email: "bo@example.com", name: "Bo", password: "a first password" };

async function signIn(email: string, password: string): Promise<string> {
  return (await service.ok("createSession", { body: { email, password } })).token;
}

test("a folder without an owner gives a one-time token", { rules: ["setup.link", "setup.first-start"] }, async (t) => {
  const fresh = await startTestService(t, { empty: true });
  const token = fresh.setupToken ?? assert.fail("There is no setup token.");
  const body = { token, email: "ada@example.com", password: "a good password" };
  await fresh.refuses("completeSetup", { body: { ...body, token: `${token}x` } }, "invalid_session_token");
  await fresh.refuses("completeSetup", { body: { ...body, password: "short" } }, "validation_failed", "password");
  await fresh.refuses(
    "createSession",
    { body: { email: body.email, password: body.password } },
    "invalid_session_token",
  );
  const session = await fresh.ok("completeSetup", { body });
  assert.deepEqual(pluck(session.workspaces, "name"), ["Home"]);
  await fresh.refuses("completeSetup", { body: { ...body, email: "eve@example.com" } }, "invalid_session_token");
  const credential = session.token;
  const lists = await fresh.ok("listTodoLists", { credential });
  assert.deepEqual(pluck(lists.data, "isDefault"), [true]);
  const agents = await fresh.ok("listAgents", { credential });
  assert.deepEqual(pluck(agents.data, "name"), ["Assistant"]);
  const todo = await fresh.ok("createTodo", { credential, body: { title: "First" } });
  assert.deepEqual(todo.assignees, [{ id: session.user.id, type: "user" }]);
});

test("a second start changes nothing", { rules: ["setup.again", "restart.persists"] }, async (t) => {
  const fresh = await startTestService(t);
  const state = async () => [
    await fresh.ok("listWorkspaces"),
    await fresh.ok("listTodoLists"),
    await fresh.ok("listAgents"),
    await fresh.ok("listMembers", { path: { workspaceId: fresh.workspaceId } }),
  ];
  const before = await state();
  await fresh.restart({ ownerEmail: "eve@example.com", ownerPassword: "another password" });
  assert.equal(fresh.setupToken, null);
  assert.deepEqual(await state(), before);
  const body = { email: "eve@example.com", password: "another password" };
  await fresh.refuses("createSession", { body }, "invalid_session_token");
});

test("a wrong password and an unknown address read alike", { rules: ["sessions.sign-in"] }, async () => {
  const messages = new Set<string>();
  for (const email of [ownerEmail, "nobody@example.com"]) {
    const body = { email, password: "not the password" };
    messages.add((await service.refuses("createSession", { body }, "invalid_session_token", null)).message);
  }
  assert.equal(messages.size, 1);
  await service.refuses("createSession", { body: { email: ownerEmail } }, "validation_failed", "password");
});

test("signing in answers a session and sets it as a cookie", { rules: ["sessions.sign-in"] }, async () => {
  const body = { email: ownerEmail.toUpperCase(), password: ownerPassword };
  const answer = await service.call("createSession", { body });
  const session = answer.body as { token: string; user: { email: string }; workspaces: readonly { id: string }[] };
  assert.match(session.token, /^dss_[A-Za-z0-9_-]{43}$/);
  assert.equal(session.user.email, ownerEmail);
  assert.ok(session.workspaces.some((workspace) => workspace.id === workspaceId));
  const cookie = String(answer.headers["set-cookie"]);
  assert.ok(cookie.startsWith(`dayshift_session=${session.token};`));
  assert.ok(/HttpOnly/.test(cookie) && /SameSite=Lax/.test(cookie), cookie);
});

test("the eleventh failed sign-in of a minute is 429 for its address", { rules: ["sessions.throttle"] }, async () => {
  service.clock.advance(61_000);
  const body = { email: "guessed@example.com", password: "wrong wrong" };
  for (let n = 0; n < 10; n++) await service.refuses("createSession", { body }, "invalid_session_token");
  const answer = await service.call("createSession", { body, headers: { "x-forwarded-for": "10.9.8.7" } });
  assert.equal((answer.body as ErrorBody).error.code, "rate_limit_exceeded");
  assert.equal(answer.headers["retry-after"], "60");
  service.clock.advance(60_001);
  await service.refuses("createSession", { body }, "invalid_session_token");
});

test("simultaneous guesses get ten answers, correct ones included", { rules: ["sessions.throttle"] }, async () => {
  service.clock.advance(61_000);
  const wrong = Array.from({ length: 14 }, (_, n) => `wrong password ${n}`);
  const answers = await Promise.all(
    [...wrong, ownerPassword].map((password) =>
      service.call("createSession", { body: { email: ownerEmail, password } }),
    ),
  );
  const checked = answers.filter(({ status }) => status !== 429);
  assert.ok(checked.filter(({ status }) => status === 401).length <= 10, `${checked.length} were checked`);
  service.clock.advance(60_001);
  await signIn(ownerEmail, ownerPassword);
});

test("ten failures for ten people from one address are as many", { rules: ["sessions.throttle"] }, async () => {
  service.clock.advance(61_000);
  const failing = (n: number) => ({ body: { email: `p${n}@example.com`, password: "wrong wrong" } });
  for (let n = 0; n < 10; n++) await service.refuses("createSession", failing(n), "invalid_session_token");
  await service.refuses("createSession", failing(10), "rate_limit_exceeded");
  service.clock.advance(60_001);
});

test("signing out is effective at the next request", { rules: ["sessions.sign-out"] }, async () => {
  const credential = await signIn(ownerEmail, ownerPassword);
  const ended = await service.ok("endSession", { credential });
  assert.equal(ended.object, "session_ended");
  await service.refuses("listWorkspaces", { credential }, "invalid_session_token");
  await service.refuses("listTodos", { credential }, "invalid_session_token");
});

test("a new password ends all sessions and answers a new one", { rules: ["sessions.password"] }, async (t) => {
  const own = await startTestService(t);
  const body = { email: ownerEmail, password: ownerPassword };
  const other = (await own.ok("createSession", { body })).token;
  const wrong = { currentPassword: "not the password", newPassword: "staple battery horse" };
  await own.refuses("changePassword", { body: wrong }, "validation_failed", "currentPassword");
  const change = { currentPassword: ownerPassword, newPassword: "staple battery horse" };
  const fresh = await own.ok("changePassword", { body: change });
  for (const credential of [own.session, other]) {
    await own.refuses("listWorkspaces", { credential }, "invalid_session_token");
  }
  await own.ok("listWorkspaces", { credential: fresh.token });
  await own.refuses("createSession", { body }, "invalid_session_token");
  await own.ok("createSession", { body: { ...body, password: change.newPassword } });
});

test("a session ends after 30 idle days, or after 90 in any case", { rules: ["sessions.age"] }, async (t) => {
  const own = await startTestService(t);
  const credential = own.session;
  for (let days = 0; days < 87; days += 29) {
    own.clock.setWall(own.clock.now() + 29 * day);
    await own.ok("listWorkspaces", { credential });
  }
  own.clock.setWall(own.clock.now() + 3 * day);
  await own.refuses("listWorkspaces", { credential }, "invalid_session_token");
  const idle = (await own.ok("createSession", { body: { email: ownerEmail, password: ownerPassword } })).token;
  own.clock.setWall(own.clock.now() + 30 * day);
  await own.refuses("listWorkspaces", { credential: idle }, "invalid_session_token");
});

test("a new workspace is furnished", { rules: ["workspaces.create", "lists.default", "agents.default"] }, async () => {
  await service.refuses("createWorkspace", { body: { name: " " } }, "validation_failed", "name");
  const made = await service.ok("createWorkspace", { body: { name: "Studio" } });
  assert.deepEqual([made.object, made.name], ["workspace", "Studio"]);
  const members = await service.ok("listMembers", { path: { workspaceId: made.id } });
  assert.deepEqual(pluck(members.data, "id"), [service.userId]);
  const credential = await service.keyFor(undefined, made.id);
  const lists = await service.ok("listTodoLists", { credential });
  assert.deepEqual(pluck(lists.data, "isDefault"), [true]);
  assert.deepEqual(pluck((await service.ok("listAgents", { credential })).data, "name"), ["Assistant"]);
  assert.ok((await service.ok("listWorkspaces")).data.some((workspace) => workspace.id === made.id));
});

test("a workspace asked for twice is made once", { rules: ["workspaces.create", "idempotency.replay"] }, async () => {
  const files = () => readdirSync(join(service.dataDir, "workspaces"), { recursive: true }).length;
  const request = { body: { name: "Once" }, headers: { "idempotency-key": "once" } };
  const made = await service.ok("createWorkspace", request);
  const before = files();
  assert.equal((await service.ok("createWorkspace", request)).id, made.id);
  await service.refuses("createWorkspace", { ...request, body: { name: "Twice" } }, "idempotency_key_reused");
  assert.equal(files(), before);
});

test("a change cut by a crash is mended at start", { rules: ["workspaces.members", "restart.persists"] }, async (t) => {
  const own = await startTestService(t);
  const { id: leaver } = await addMember(own, bo);
  // What the directory does when the process ends before the workspace is notified.
  const { organizationId } = (await own.ok("listWorkspaces")).data[0] ?? assert.fail("no workspace");
  const joiner = await own.directory.createUser({ email: "cy@example.com", organizationId });
  await own.directory.addMember(own.workspaceId, joiner.id);
  await own.directory.removeMember(own.workspaceId, leaver);
  const other = await own.addWorkspace("Other");
  await own.directory.addMember(other.id, joiner.id);
  await own.restart();
  const assign = (id: string) => ({ title: "a", assignees: [{ id, type: "user" }] });
  await own.ok("createTodo", { body: assign(joiner.id) });
  await own.ok("createTodo", { body: assign(joiner.id), credential: other.key });
  await own.refuses("createTodo", { body: assign(leaver) }, "resource_not_found", "assignees[0].id");
});

test("who joins sees the workspace and may be assigned", { rules: ["workspaces.members"] }, async () => {
  const path = { workspaceId };
  const member = await addMember(service, bo);
  const credential = await signIn(bo.email, bo.password);
  const assignees = [{ id: member.id, type: "user" }];
  const todo = await service.ok("createTodo", { body: { title: "For Bo", assignees } });
  assert.deepEqual((await service.ok("getTodo", { path: { todoId: todo.id }, credential })).assignees, assignees);
  const mine = await service.ok("listTodos", { query: { assignedToMe: true }, credential });
  assert.deepEqual(pluck(mine.data, "id"), [todo.id]);
  const { data } = await service.ok("listMembers", { path, credential });
  assert.deepEqual(
    data.map(({ object, email, name }) => [object, email, name]),
    [
      ["member", ownerEmail, "owner"],
      ["member", bo.email, "Bo"],
    ],
  );
});

test(
  "nobody is put into a workspace: the operation names what took its place",
  { rules: ["workspaces.invitations", "requests.removed"] },
  async () => {
    for (const path of [`/app/v1/workspaces/${workspaceId}/members`, "/app/v1/workspaces/absent/members"]) {
      const { status, body } = await service.send("POST", path, { credential: service.session, body: bo });
      const { error } = JSON.parse(body) as ErrorBody;
      assert.deepEqual([status, error.code], [410, "operation_removed"]);
      assert.match(error.message, /POST \/workspaces\/\{workspaceId\}\/invitations/);
    }
  },
);

test("non-members see no members, invite nobody, remove nobody", { rules: ["auth.not-a-member"] }, async () => {
  const other = await service.addWorkspace("Closed");
  const credential = await signIn(bo.email, bo.password);
  const path = { workspaceId: other.id, userId: service.userId };
  await service.refuses("listMembers", { path, credential }, "workspace_access_denied");
  await service.refuses("createInvitation", { path, body: { email: bo.email }, credential }, "workspace_access_denied");
  await service.refuses("removeMember", { path, credential }, "workspace_access_denied");
  const headers = { "dayshift-workspace": other.id };
  await service.refuses("listTodos", { credential, headers }, "workspace_access_denied", "Dayshift-Workspace");
  const stranger = { workspaceId: "0195f3a0-0000-7000-8000-0000000000ff" };
  await service.refuses("listMembers", { path: stranger, credential }, "workspace_access_denied");
});

test("a removed member loses the workspace and their keys at once", { rules: ["workspaces.leaving"] }, async () => {
  const other = await service.addWorkspace("Left");
  const path = { workspaceId: other.id };
  await service.refuses("removeMember", { path: { ...path, userId: service.userId } }, "resource_conflict");
  const member = await addMember(service, bo, other.id);
  const credential = await signIn(bo.email, bo.password);
  const body = { workspaceId: other.id, name: "Bo's", scopes: ["todos:read"] };
  const key = (await service.ok("createApiKey", { body, credential })).secret as string;
  await service.ok("listTodos", { credential: key });
  const removed = await service.ok("removeMember", { path: { ...path, userId: member.id } });
  assert.equal(removed.object, "member_removed");
  await service.refuses("listTodos", { credential: key }, "invalid_api_key");
  const headers = { "dayshift-workspace": other.id };
  await service.refuses("listTodos", { credential, headers }, "workspace_access_denied");
  const assign = { title: "a", assignees: [{ id: member.id, type: "user" }] };
  await service.refuses("createTodo", { credential: other.key, body: assign }, "resource_not_found", "assignees[0].id");
  assert.equal((await service.ok("listTodos", { credential: other.key })).data.length, 0);
});
