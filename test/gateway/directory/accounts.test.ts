/** People of the directory: the owner, the setup, members of workspaces. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ownerEmail, ownerPassword, setting, withOwner } from "./helpers.ts";
import { pluck } from "../../helpers/pluck.ts";

const other = { email: "other@example.org", password: "another password" };

test("a second start changes nothing, even with another owner", async (t) => {
  const { directory, reopen } = await setting(t);
  const first = await directory.createOwner({ email: ownerEmail, password: ownerPassword, name: "Olga" });
  const second = await (await reopen()).createOwner(other);
  assert.equal(first.created, true);
  assert.deepEqual(second, { ...first, created: false });
  assert.equal(first.workspace.name, "Home");
  assert.equal(first.workspace.createdAt, "2026-03-10T12:00:00.000Z");
  assert.equal(first.owner.name, "Olga");
});

test("two first starts at once make one owner", async (t) => {
  const { directory } = await setting(t);
  const owner = { email: ownerEmail, password: ownerPassword };
  const results = await Promise.all([directory.createOwner(owner), directory.createOwner(other)]);
  assert.equal(results.filter(({ created }) => created).length, 1);
  assert.deepEqual(results[0]?.owner, results[1]?.owner);
  assert.equal((await directory.db.all("SELECT 1 FROM users")).length, 1);
  assert.equal((await directory.db.all("SELECT 1 FROM workspaces")).length, 1);
});

test("a setup token that is wrong or was replaced is refused", async (t) => {
  const { directory } = await setting(t);
  const replaced = await directory.setup.createToken();
  await directory.setup.createToken();
  for (const token of ["", "dsu_wrong", replaced ?? ""]) {
    await assert.rejects(directory.setup.complete({ ...other, token }), { code: "invalid_session_token" });
  }
  assert.equal(await directory.findOwner(), undefined);
});

test("a setup with the address of an existing user says so, and the token stays valid", async (t) => {
  const { directory } = await setting(t);
  const { organizationId } = await directory.ensureHome();
  await directory.createUser({ organizationId, email: other.email });
  const token = (await directory.setup.createToken()) ?? "";
  await assert.rejects(directory.setup.complete({ ...other, token }), { code: "resource_conflict", param: "email" });
  assert.equal((await directory.setup.complete({ ...other, email: "new@example.org", token })).created, true);
});

test("a setup token makes one owner, also when it is used twice at once", async (t) => {
  const { directory } = await setting(t);
  const token = (await directory.setup.createToken()) ?? "";
  const attempts = ["a@example.org", "b@example.org"].map((email) =>
    directory.setup.complete({ token, email, password: "p".repeat(12) }),
  );
  const settled = await Promise.allSettled(attempts);
  assert.equal(settled.filter(({ status }) => status === "fulfilled").length, 1);
  assert.equal((await directory.db.all("SELECT 1 FROM users")).length, 1);
  await assert.rejects(directory.setup.complete({ ...other, token }), { code: "invalid_session_token" });
  assert.equal(await directory.setup.createToken(), null);
});

test("the owner of a setup is a member of the workspace that was there before", async (t) => {
  const { directory } = await setting(t);
  const home = await directory.ensureHome();
  const token = (await directory.setup.createToken()) ?? "";
  const owned = await directory.setup.complete({ ...other, name: "Otto", token });
  assert.equal(owned.created, true);
  assert.deepEqual(owned.workspace, home.workspace);
  const member = { ...owned.owner, role: "owner", createdAt: "2026-03-10T12:00:00.000Z" };
  assert.deepEqual(await directory.membersOf(home.workspace.id), [member]);
  assert.deepEqual(await directory.workspacesOf(member.id), [home.workspace]);
});

test("the setup token is stored only as a hash", async (t) => {
  const { directory } = await setting(t);
  const token = (await directory.setup.createToken()) ?? "";
  const rows = await directory.db.all("SELECT value FROM settings");
  assert.equal(JSON.stringify(rows).includes(token), false);
});

const spellings = ["owner@example.org", "OWNER@EXAMPLE.ORG", " Owner@Example.org "];
for (const email of spellings) {
  test(`an address is found when it is spelled ${JSON.stringify(email)}`, async (t) => {
    const { directory } = await setting(t);
    const { userId, organizationId } = await withOwner(directory);
    assert.equal((await directory.findUserByEmail(email))?.id, userId);
    assert.equal((await directory.findUserByEmail(email))?.email, ownerEmail);
    await assert.rejects(directory.createUser({ organizationId, email }), {
      code: "resource_conflict",
      param: "email",
    });
  });
}

test("addresses that only full case folding would join are two accounts", async (t) => {
  const { directory } = await setting(t);
  const { organizationId } = await withOwner(directory);
  const first = await directory.createUser({ organizationId, email: "strasse@example.org" });
  const second = await directory.createUser({ organizationId, email: "stra\u00dfe@example.org" });
  assert.notEqual(first.id, second.id);
  assert.equal(first.name, "strasse");
});

test("the last member of a workspace stays, and keeps the keys", async (t) => {
  const { directory } = await setting(t);
  const { userId, workspaceId } = await withOwner(directory);
  await assert.rejects(directory.removeMember(workspaceId, userId), { code: "resource_conflict" });
  assert.equal(await directory.isMember(userId, workspaceId), true);
});

test("a user of another organization cannot be made a member", async (t) => {
  const { directory } = await setting(t);
  const { workspaceId } = await withOwner(directory);
  const elsewhere = await directory.createOrganization("Elsewhere");
  const stranger = await directory.createUser({ organizationId: elsewhere.id, email: "s@example.org" });
  await assert.rejects(directory.addMember(workspaceId, stranger.id), { code: "resource_not_found" });
  await assert.rejects(directory.removeMember(workspaceId, stranger.id), { code: "resource_not_found" });
  assert.equal(await directory.isMember(stranger.id, workspaceId), false);
});

test("members are listed as they joined, and joining twice is joining once", async (t) => {
  const { directory, clock } = await setting(t);
  const { userId, workspaceId, organizationId } = await withOwner(directory);
  clock.time += 1000;
  const second = await directory.createUser({ organizationId, email: "second@example.org" });
  await directory.addMember(workspaceId, second.id);
  await directory.addMember(workspaceId, second.id);
  const members = await directory.membersOf(workspaceId);
  assert.deepEqual(pluck(members, "id"), [userId, second.id]);
});

test("a new workspace has its creator as a member, and takes a given id once", async (t) => {
  const { directory, clock } = await setting(t);
  const { userId, organizationId } = await withOwner(directory);
  clock.time += 1000;
  const id = "00000000-0000-7000-8000-0000000000aa";
  const made = await directory.createWorkspace({ organizationId, name: "Work", id, memberId: userId });
  assert.equal(made.response.id, id);
  await assert.rejects(directory.createWorkspace({ organizationId, name: "Again", id }), { code: "resource_conflict" });
  const names = (await directory.workspacesOf(userId)).map(({ name }) => name);
  assert.deepEqual(names, ["Home", "Work"]);
});

test("changing what does not exist says so", async (t) => {
  const { directory } = await setting(t);
  const id = "00000000-0000-7000-8000-0000000000ff";
  await assert.rejects(directory.changeProfile(id, { name: "x" }), { code: "resource_not_found" });
  await assert.rejects(directory.renameWorkspace(id, "x"), { code: "resource_not_found" });
  await assert.rejects(directory.changePassword(id, "x"), { code: "resource_not_found" });
  await assert.rejects(directory.revokeApiKey(id), { code: "resource_not_found" });
});

test("a setting is stored and replaced, and the secrets that sign are made once and can be erased", async (t) => {
  const { directory, reopen } = await setting(t);
  assert.equal(await directory.getSetting("colour"), null);
  await directory.putSetting("colour", "red");
  await directory.putSetting("colour", "blue");
  const [first, same] = [await directory.sharedSigning(), await directory.sharedSigning()];
  const again = await reopen();
  assert.equal(await again.getSetting("colour"), "blue");
  assert.deepEqual([first.cursors.length, first.tickets.length], [32, 32]);
  assert.notDeepEqual(first.cursors, first.tickets);
  assert.deepEqual(same, first);
  assert.deepEqual(await again.storedSigning(), first);
  await again.eraseSigning();
  assert.equal(await again.storedSigning(), null);
});

test("a setup token that is replaced while it is being used is refused", async (t) => {
  const { directory } = await setting(t);
  const token = (await directory.setup.createToken()) ?? "";
  const attempt = directory.setup.complete({ ...other, token });
  const refused = assert.rejects(attempt, { code: "invalid_session_token" });
  const fresh = (await directory.setup.createToken()) ?? "";
  await refused;
  assert.equal((await directory.setup.complete({ ...other, token: fresh })).created, true);
});
