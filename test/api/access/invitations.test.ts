/** Invitations: who may make them, who may accept them, and when they end. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ownerEmail } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const { workspaceId } = service;
const path = { workspaceId };
const password = "a first password";
const hour = 3_600_000;

async function invite(email: string, role?: "owner" | "member"): Promise<{ id: string; token: string }> {
  const { id, url } = await service.ok("createInvitation", { path, body: { email, ...(role && { role }) } });
  return { id, token: url?.split("#")[1] ?? assert.fail("The invitation came without its link.") };
}

const show = (token: string) => service.ok("showInvitation", { credential: null, body: { token } });
const accept = (token: string, more: object = { password }, credential: string | null = null) =>
  service.ok("acceptInvitation", { credential, body: { token, ...more } });
const isGone = (token: string) =>
  service.refuses("acceptInvitation", { credential: null, body: { token, password } }, "resource_not_found");

test("somebody new accepts with a password and is a member", { rules: ["workspaces.invitations"] }, async () => {
  const { token } = await invite("bo@example.com");
  const { workspaceName, email, isKnownPerson } = await show(token);
  assert.deepEqual([workspaceName, email, isKnownPerson], ["Home", "bo@example.com", false]);
  await service.refuses("acceptInvitation", { credential: null, body: { token } }, "validation_failed", "password");
  const common = { token, password: "password1234" };
  await service.refuses("acceptInvitation", { credential: null, body: common }, "validation_failed", "password");
  const session = await accept(token, { name: "Bo", password });
  assert.deepEqual([session.user.name, session.workspaces.map(({ id }) => id)], ["Bo", [workspaceId]]);
  assert.equal(session.workspaceId, workspaceId);
  const { data } = await service.ok("listMembers", { path });
  assert.deepEqual(data.map(({ role }) => role).toSorted(), ["member", "owner"]);
  const assignees = [{ id: session.user.id, type: "user" as const }];
  await service.ok("createTodo", { body: { title: "For Bo", assignees } });
  await isGone(token);
});

test("somebody known accepts when signed in under that address", { rules: ["workspaces.invitations"] }, async () => {
  const session = await accept((await invite("cy@example.com")).token);
  await service.ok("removeMember", { path: { workspaceId, userId: session.user.id } });
  const { token } = await invite("CY@example.com", "owner");
  assert.equal((await show(token)).isKnownPerson, true);
  await service.refuses("acceptInvitation", { credential: null, body: { token, password } }, "invalid_session_token");
  const asOwner = { credential: service.session, body: { token } };
  await service.refuses("acceptInvitation", asOwner, "workspace_access_denied");
  const credential = session.token;
  await service.refuses("listMembers", { credential, path }, "workspace_access_denied");
  await accept(token, {}, credential);
  const { data } = await service.ok("listMembers", { credential, path });
  assert.equal(data.find(({ email }) => email === "cy@example.com")?.role, "owner");
  await service.ok("removeMember", { path: { workspaceId, userId: session.user.id } });
});

test("only owners invite, see and withdraw", { rules: ["workspaces.invitations", "workspaces.roles"] }, async () => {
  const { id, token } = await invite("di@example.com");
  const { token: credential } = await service.ok("createSession", { body: { email: "bo@example.com", password } });
  const body = { email: "eve@example.com" };
  await service.refuses("createInvitation", { credential, path, body }, "workspace_access_denied");
  await service.refuses("listInvitations", { credential, path }, "workspace_access_denied");
  const one = { ...path, invitationId: id };
  await service.refuses("withdrawInvitation", { credential, path: one }, "workspace_access_denied");
  const { data } = await service.ok("listInvitations", { path });
  assert.deepEqual(
    data.map((open) => [open.id, open.email, "url" in open]),
    [[id, "di@example.com", false]],
  );
  await service.ok("withdrawInvitation", { path: one });
  await service.refuses("withdrawInvitation", { path: one }, "resource_not_found");
  await isGone(token);
});

test("a new one ends the earlier one, and a member needs none", { rules: ["workspaces.invitations"] }, async () => {
  const earlier = await invite("ed@example.com");
  const { id, token } = await invite(" Ed@Example.com ");
  await isGone(earlier.token);
  await service.refuses("createInvitation", { path, body: { email: ownerEmail } }, "resource_conflict", "email");
  await service.ok("withdrawInvitation", { path: { ...path, invitationId: id } });
  await isGone(token);
});

test("it ends after 72 hours", { rules: ["workspaces.invitations"] }, async (t) => {
  const own = await startTestService(t);
  const home = { workspaceId: own.workspaceId };
  const { url } = await own.ok("createInvitation", { path: home, body: { email: "flo@example.com" } });
  const body = { token: url?.split("#")[1] };
  await own.pass(72 * hour - 1);
  await own.ok("showInvitation", { credential: null, body });
  own.clock.advance(1);
  await own.refuses("showInvitation", { credential: null, body }, "resource_not_found");
  assert.deepEqual((await own.ok("listInvitations", { path: home })).data, []);
});

test("it is worth what its maker is worth now", { rules: ["workspaces.invitations"] }, async () => {
  const second = await accept((await invite("gus@example.com", "owner")).token);
  const credential = second.token;
  const body = { email: "hal@example.com" };
  const { url } = await service.ok("createInvitation", { credential, path, body });
  const ofSecond = { workspaceId, userId: second.user.id };
  await service.ok("updateMember", { path: ofSecond, body: { role: "member" } });
  await isGone(url?.split("#")[1] ?? assert.fail());
});

test(
  "of two who accept at once one is in, and a repeated request makes one",
  { rules: ["workspaces.invitations"] },
  async () => {
    const { token } = await invite("ida@example.com");
    const body = { token, password };
    const answers = await Promise.all([0, 1].map(() => service.call("acceptInvitation", { credential: null, body })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    const headers = { "idempotency-key": "one invitation" };
    const request = { path, headers, body: { email: "joe@example.com" } };
    const first = await service.ok("createInvitation", request);
    const again = await service.ok("createInvitation", request);
    assert.deepEqual([again.id, again.url], [first.id, null]);
  },
);

test("guessing tokens is slowed down", { rules: ["workspaces.invitations"] }, async (t) => {
  const own = await startTestService(t);
  const { url } = await own.ok("createInvitation", {
    path: { workspaceId: own.workspaceId },
    body: { email: "kim@example.com" },
  });
  const guess = { credential: null, body: { token: "dsi_guess" } };
  for (let n = 0; n < 10; n++) await own.refuses("showInvitation", guess, "resource_not_found");
  await own.refuses("showInvitation", guess, "rate_limit_exceeded");
  const right = { credential: null, body: { token: url?.split("#")[1] ?? "" } };
  assert.equal((await own.ok("showInvitation", right)).email, "kim@example.com", "nobody else is kept out");
});
