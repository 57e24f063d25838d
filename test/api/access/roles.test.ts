/** Owners and members: who may decide about whom. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const { workspaceId } = service;
const member = await addMember(service, { email: "bo@example.com", name: "Bo" });
const credential = member.token;
const ofBo = { workspaceId, userId: member.id };
const ofOwner = { workspaceId, userId: service.userId };

test("who makes a workspace owns it, who joins is a member", { rules: ["workspaces.roles"] }, async () => {
  const { data } = await service.ok("listMembers", { path: { workspaceId } });
  const roles = data.map(({ id, role }) => [id, role]);
  assert.deepEqual(roles, [
    [service.userId, "owner"],
    [member.id, "member"],
  ]);
});

test("a member removes, invites and names nobody", { rules: ["workspaces.roles"] }, async () => {
  await service.refuses("removeMember", { path: ofOwner, credential }, "workspace_access_denied");
  const body = { email: "cy@example.com" };
  await service.refuses("createInvitation", { path: { workspaceId }, body, credential }, "workspace_access_denied");
  for (const path of [ofBo, ofOwner]) {
    const body = { role: "owner" } as const;
    await service.refuses("updateMember", { path, body, credential }, "workspace_access_denied");
  }
  const renamed = { path: { workspaceId }, body: { name: "Mine" }, credential };
  await service.refuses("renameWorkspace", renamed, "workspace_access_denied");
});

test("the last owner stays one", { rules: ["workspaces.roles"] }, async () => {
  await service.refuses("updateMember", { path: ofOwner, body: { role: "member" } }, "resource_conflict");
  await service.refuses("removeMember", { path: ofOwner }, "resource_conflict");
  const stranger = { workspaceId, userId: "0195f3a0-0000-7000-8000-0000000000ff" };
  await service.refuses("updateMember", { path: stranger, body: { role: "owner" } }, "resource_not_found");
});

test("an owner makes another one, and can step down then", { rules: ["workspaces.roles"] }, async () => {
  assert.equal((await service.ok("updateMember", { path: ofBo, body: { role: "owner" } })).role, "owner");
  const down = { path: ofOwner, body: { role: "member" } as const };
  assert.equal((await service.ok("updateMember", down)).role, "member");
  await service.refuses("updateMember", { path: ofBo, body: { role: "member" } }, "workspace_access_denied");
  await service.ok("updateMember", { path: ofOwner, body: { role: "owner" }, credential });
  await service.ok("updateMember", { path: ofBo, body: { role: "member" } });
});

test("a member may leave", { rules: ["workspaces.roles"] }, async () => {
  await service.ok("removeMember", { path: ofBo, credential });
  const { data } = await service.ok("listMembers", { path: { workspaceId } });
  assert.equal(data.length, 1);
});
