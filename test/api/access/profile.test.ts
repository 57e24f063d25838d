/** What people set for themselves: their name, and the workspace in which a session begins. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

test("an unknown or foreign workspace is no default", { rules: ["sessions.profile"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { token: credential } = await addMember(service, { email: "bo@example.com" });
  for (const defaultWorkspaceId of [other.id, "0195f3a0-0000-7000-8000-0000000000ff"]) {
    await service.refuses(
      "updateProfile",
      { credential, body: { defaultWorkspaceId } },
      "resource_not_found",
      "defaultWorkspaceId",
    );
  }
  await service.refuses("updateProfile", { credential, body: { name: " " } }, "validation_failed", "name");
  await service.refuses("updateProfile", { credential: service.key, body: {} }, "api_key_auth_required");
});

test(
  "a session that names no workspace opens the default one, even after its person was invited to another",
  { rules: ["sessions.profile", "auth.many-workspaces"] },
  async () => {
    const { token: credential, id } = await addMember(service, { email: "cy@example.com" });
    const landed = async () => (await service.ok("getIdentity", { credential })).workspace.id;
    assert.equal(await landed(), service.workspaceId);
    const second = await service.addWorkspace("Second");
    await addMember(service, { email: "cy@example.com" }, second.id);
    assert.equal(await landed(), service.workspaceId);
    const body = { defaultWorkspaceId: second.id };
    assert.equal((await service.ok("updateProfile", { credential, body })).defaultWorkspaceId, second.id);
    assert.equal(await landed(), second.id);
    const session = await service.ok("getSession", { credential });
    assert.deepEqual([session.defaultWorkspaceId, session.workspaces[0]?.id], [second.id, second.id]);
    const headers = { "dayshift-workspace": service.workspaceId };
    assert.equal((await service.ok("getIdentity", { credential, headers })).workspace.id, service.workspaceId);
    await service.ok("removeMember", { path: { workspaceId: second.id, userId: id } });
    assert.equal(await landed(), service.workspaceId);
    await service.ok("updateProfile", { credential, body: { defaultWorkspaceId: null } });
    assert.equal(await landed(), service.workspaceId);
  },
);

test("a new name shows wherever the person is known", { rules: ["sessions.profile"] }, async () => {
  const { token: credential, id } = await addMember(service, { email: "di@example.com", name: "Di" });
  const changed = await service.ok("updateProfile", { credential, body: { name: "Diana" } });
  assert.deepEqual([changed.name, changed.isOperator], ["Diana", false]);
  assert.equal((await service.ok("getSession", { credential })).user?.name, "Diana");
  const { data } = await service.ok("listMembers", { path: { workspaceId: service.workspaceId } });
  assert.equal(data.find((member) => member.id === id)?.name, "Diana");
  const { members } = await service.ok("getSnapshot", { credential });
  assert.equal(members.find((member) => member.id === id)?.name, "Diana");
});
