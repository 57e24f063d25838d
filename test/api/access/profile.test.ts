/** What people set for themselves: their name, the workspace in which a session begins, and their settings. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

test(
  "an unknown or foreign workspace is no default, and nothing else of that change takes place",
  { rules: ["sessions.profile"] },
  async () => {
    const other = await service.addWorkspace("Other");
    const { token: credential } = await addMember(service, { email: "bo@example.com" });
    for (const defaultWorkspaceId of [other.id, "0195f3a0-0000-7000-8000-0000000000ff"]) {
      await service.refuses(
        "updateProfile",
        { credential, body: { defaultWorkspaceId, name: "Half", theme: "dark" } },
        "resource_not_found",
        "defaultWorkspaceId",
      );
    }
    const { user } = await service.ok("getSession", { credential });
    assert.deepEqual([user?.name, user?.theme], ["bo", null]);
    await service.refuses("updateProfile", { credential, body: { name: " " } }, "validation_failed", "name");
    await service.refuses("updateProfile", { credential: service.key, body: {} }, "api_key_auth_required");
  },
);

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

const unset = { locale: null, timezone: null, theme: null, singleKeys: null };

test(
  "settings of a person that nobody knows are refused, and none is changed",
  { rules: ["sessions.settings"] },
  async () => {
    const { token: credential } = await addMember(service, { email: "ed@example.com" });
    const wrong = { locale: "fr", timezone: "Mars/Olympus", theme: "blue", singleKeys: "yes" };
    for (const [name, value] of Object.entries(wrong)) {
      const body = { name: "Somebody else", [name]: value };
      await service.refuses("updateProfile", { credential, body }, "validation_failed", name);
    }
    const { user } = await service.ok("getSession", { credential });
    assert.partialDeepStrictEqual(user, { name: "ed", ...unset });
  },
);

test("settings of a person are the same in each of their sessions", { rules: ["sessions.settings"] }, async () => {
  const person = { email: "fay@example.com", password: "a first password" };
  const { token: credential } = await addMember(service, person);
  const body = { locale: "de", timezone: "europe/berlin", theme: "dark", singleKeys: false } as const;
  const set = { ...body, timezone: "Europe/Berlin" };
  assert.partialDeepStrictEqual(await service.ok("updateProfile", { credential, body }), set);
  const other = await service.ok("createSession", { credential: null, body: person });
  assert.partialDeepStrictEqual(other.user, set);
  assert.partialDeepStrictEqual((await service.ok("getSession", { credential: other.token })).user, set);
  const back = await service.ok("updateProfile", { credential: other.token, body: { theme: null, timezone: null } });
  assert.partialDeepStrictEqual(back, { ...set, theme: null, timezone: null });
  assert.partialDeepStrictEqual((await service.ok("getSession", { credential })).user, {
    ...set,
    theme: null,
    timezone: null,
  });
  const owner = await service.ok("getSession", { credential: service.session });
  assert.partialDeepStrictEqual(owner.user, unset);
});
