/** Agents and their skills. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Agent } from "../../../src/schema/agent.ts";
import type { ErrorCode } from "../../../src/schema/errors.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";
let count = 0;

const create = (body: object = {}): Promise<Agent> =>
  service.ok("createAgent", { body: { name: `Agent ${(count += 1)}`, ...body } });
const read = (agentId: string): Promise<Agent> => service.ok("getAgent", { path: { agentId } });
const update = (agentId: string, body: object) => service.ok("updateAgent", { path: { agentId }, body });
const list = async (includeArchived = false) => (await service.ok("listAgents", { query: { includeArchived } })).data;
const hours = (windows: readonly object[], timezone = "Europe/Berlin") => ({ timezone, windows });
const nine = { days: ["monday", "tuesday"], start: "09:00", end: "17:00" };

const wrong: readonly (readonly [body: object, param: string])[] = [
  [{}, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ name: "a", description: "x".repeat(2001) }, "description"],
  [{ name: "a", instructions: "x".repeat(50_001) }, "instructions"],
  [{ name: "a", approvalGuidance: "x".repeat(10_001) }, "approvalGuidance"],
  [{ name: "a", requiresApproval: "yes" }, "requiresApproval"],
  [{ name: "a", workingHoursEnabled: true }, "workingHoursEnabled"],
];

test("an agent without a name or too long is refused", { rules: ["agents.limits", "agents.create"] }, async () => {
  for (const [body, param] of wrong) await service.refuses("createAgent", { body }, "validation_failed", param);
});

test("an active agent's name is refused in any case, an archived one's not", { rules: ["agents.name"] }, async () => {
  const first = await create({ name: "Café Straße" });
  for (const name of ["Café Straße", "CAFE\u0301 STRASSE", " café straße "]) {
    const error = await service.refuses("createAgent", { body: { name } }, "resource_conflict", "name");
    assert.match(error.message, /already named/);
  }
  const path = { agentId: (await create()).id };
  for (const operation of ["updateAgent", "previewAgentUpdate"] as const) {
    await service.refuses(operation, { path, body: { name: "cafe\u0301 strasse" } }, "resource_conflict", "name");
  }
  assert.equal((await update(first.id, { name: "café straße" })).name, "café straße");
  await service.ok("deleteAgent", { path: { agentId: first.id } });
  await create({ name: "café strasse" });
  const archived = { path: { agentId: first.id } };
  assert.match((await service.refuses("restoreAgent", archived, "resource_conflict", null)).message, /café/);
  await service.refuses("updateAgent", { ...archived, body: { archived: false } }, "resource_conflict", null);
  assert.equal((await update(first.id, { archived: false, name: "Another" })).isArchived, false);
});

test("the default assistant is listed and stays", { rules: ["agents.default", "agents.default-stays"] }, async () => {
  const assistant = (await list()).find((agent) => agent.name === "Assistant") as Agent;
  assert.equal(assistant.requiresApproval, false);
  assert.match(assistant.instructions ?? "", /never claim what you have not done/);
  const path = { agentId: assistant.id };
  assert.match((await service.refuses("deleteAgent", { path }, "resource_conflict", null)).message, /default/);
  await service.refuses("updateAgent", { path, body: { archived: true } }, "resource_conflict", null);
  assert.equal((await read(assistant.id)).isArchived, false);
});

const day = (start: string, end: string, ...days: string[]) => ({ days, start, end });
const friday = day("09:00", "12:00", "friday");
const wrongHours: readonly (readonly [what: string, hours: object, param: string])[] = [
  ["an end before the start", hours([day("17:00", "09:00", "monday")]), "windows[0].end"],
  ["no time between", hours([day("09:00", "09:00", "monday")]), "windows[0].end"],
  ["an hour that is none", hours([day("09:00", "25:00", "monday")]), "windows[0].end"],
  ["24:00 as start", hours([day("24:00", "24:00", "monday")]), "windows[0].start"],
  ["no windows", hours([]), "windows"],
  ["no days", hours([day("09:00", "17:00")]), "windows[0].days"],
  ["an unknown day", hours([day("09:00", "17:00", "Monday")]), "windows[0].days[0]"],
  ["a day named twice", hours([day("09:00", "17:00", "monday", "monday")]), "windows[0].days[1]"],
  ["windows of a day that overlap", hours([nine, friday, day("16:59", "18:00", "friday", "tuesday")]), "windows[2]"],
  ["a window within another", hours([nine, day("10:00", "11:00", "monday")]), "windows[1]"],
  ["an offset as zone", hours([nine], "+01:00"), "timezone"],
];

test("working hours that cannot be are refused", { rules: ["agents.hours"] }, async () => {
  const { id } = await create();
  for (const [what, workingHours, param] of wrongHours) {
    for (const operation of ["updateAgent", "previewAgentUpdate"] as const) {
      const request = { path: { agentId: id }, body: { workingHours } };
      const error = await service.refuses(operation, request, "validation_failed");
      assert.equal(error.param, `workingHours.${param}`, what);
    }
  }
  assert.equal((await read(id)).workingHours, null);
});

test("hours that are switched on must be there", { rules: ["agents.hours-needed"] }, async () => {
  const { id } = await create();
  const path = { agentId: id };
  const refuses = (body: object, param: string) =>
    service.refuses("updateAgent", { path, body }, "validation_failed", param);
  await refuses({ workingHoursEnabled: true }, "workingHoursEnabled");
  await refuses({ workingHoursEnabled: true, clear: ["workingHours"] }, "workingHoursEnabled");
  // A night shift is two windows, and a day may end at 24:00.
  const night = [day("17:00", "24:00", "monday"), day("00:00", "06:00", "tuesday"), day("06:00", "17:00", "monday")];
  const workingHours = hours(night);
  const on = await update(id, { workingHoursEnabled: true, workingHours });
  assert.deepEqual([on.workingHoursEnabled, on.workingHours], [true, workingHours]);
  await refuses({ workingHours: null }, "workingHours");
  await refuses({ clear: ["workingHours"] }, "clear[0]");
  const off = await update(id, { workingHoursEnabled: false, clear: ["workingHours"] });
  assert.deepEqual([off.workingHoursEnabled, off.workingHours], [false, null]);
});

test("a new agent asks for approval and has version 1", { rules: ["agents.create", "agents.get"] }, async () => {
  const made = await create({ name: " Fresh ", description: "", instructions: "", approvalGuidance: "" });
  const { id, createdAt, updatedAt, ...rest } = made;
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    object: "agent",
    name: "Fresh",
    description: null,
    instructions: null,
    version: 1,
    requiresApproval: true,
    approvalGuidance: null,
    workingHoursEnabled: false,
    workingHours: null,
    profilePhotoUrl: null,
    isArchived: false,
    model: "automatic",
    skills: [],
  });
  assert.deepEqual(await read(id), made);
  const given = { description: "d", instructions: "i\n", requiresApproval: false, approvalGuidance: "g" };
  const full: Record<string, unknown> = await create(given);
  for (const [name, value] of Object.entries(given)) assert.equal(full[name], value);
});

test("agents come newest first; archived ones when asked", { rules: ["agents.list", "agents.archive"] }, async () => {
  const [first, second] = [await create(), await create()];
  const path = { agentId: second.id };
  const shown = async (includeArchived: boolean) => pluck(await list(includeArchived), "id");
  assert.deepEqual((await shown(false)).slice(0, 2), [second.id, first.id]);
  const gone = { object: "deleted", deleted: true, recoverable: true };
  assert.deepEqual(await service.ok("deleteAgent", { path }), gone);
  assert.deepEqual(await service.ok("deleteAgent", { path }), { ...gone, alreadyArchived: true });
  const archived = await read(second.id);
  assert.deepEqual([archived.isArchived, archived.version], [true, 2]);
  const { data, ...page } = await service.ok("listAgents");
  assert.deepEqual([data[0]?.id, page], [first.id, { object: "list", hasMore: false, nextCursor: null }]);
  assert.deepEqual((await shown(true)).slice(0, 2), [second.id, first.id]);
  const restored = await service.ok("restoreAgent", { path });
  assert.deepEqual([restored.isArchived, restored.version], [false, 3]);
  assert.equal((await update(second.id, { archived: true })).isArchived, true);
  assert.equal((await update(second.id, { archived: false })).isArchived, false);
});

test("an update answers what changed, and bumps the version", { rules: ["agents.update", "agents.noop"] }, async () => {
  const made = await create({ description: "Old" });
  service.clock.advance(1000);
  const workingHours = hours([nine]);
  const body = {
    archived: true,
    workingHours,
    workingHoursEnabled: true,
    clear: ["description"],
    approvalGuidance: "Ask above 100.",
    requiresApproval: false,
    instructions: "New",
    name: "Renamed",
  };
  const changed = await update(made.id, body);
  assert.deepEqual(changed.changes, [
    { field: "name", from: made.name, to: "Renamed" },
    { field: "description", from: "Old", to: null },
    { field: "instructions", from: null, to: "New" },
    { field: "requiresApproval", from: true, to: false },
    { field: "approvalGuidance", from: null, to: "Ask above 100." },
    { field: "workingHoursEnabled", from: false, to: true },
    { field: "workingHours", from: null, to: workingHours },
    { field: "isArchived", from: false, to: true },
  ]);
  assert.equal(changed.version, 2);
  assert.equal(changed.updatedAt, new Date(service.clock.now()).toISOString());
  service.clock.advance(1000);
  for (const same of [{}, { ...body, workingHours: structuredClone(workingHours) }]) {
    assert.deepEqual(await update(made.id, same), { ...changed, changes: [] });
  }
  assert.deepEqual({ ...(await read(made.id)), changes: [] }, { ...changed, changes: [] });
});

const refusedUpdates: readonly (readonly [body: object, code: ErrorCode, param: string | null])[] = [
  [{ expectedVersion: 2 }, "resource_conflict", "expectedVersion"],
  [{ expectedVersion: 0 }, "validation_failed", "expectedVersion"],
  [{ clear: ["name"] }, "validation_failed", "clear[0]"],
  [{ clear: ["instructions", "description"] }, "validation_failed", "clear[1]"],
  [{ clear: ["workingHours"], workingHours: hours([nine]) }, "validation_failed", "clear[0]"],
  [{ name: null }, "validation_failed", "name"],
  [{ version: 3 }, "validation_failed", "version"],
];

test("a stale version and fields that cannot clear are refused", { rules: ["agents.version"] }, async () => {
  const made = await create();
  const path = { agentId: made.id };
  for (const operation of ["updateAgent", "previewAgentUpdate"] as const) {
    for (const [change, code, param] of refusedUpdates) {
      const request = { path, body: { description: "x", ...change } };
      const { message } = await service.refuses(operation, request, code, param);
      if (code === "resource_conflict") assert.match(message, /at version 1, not 2/);
    }
  }
  assert.deepEqual(await read(made.id), made);
  assert.equal((await update(made.id, { expectedVersion: 1, description: "x" })).version, 2);
});

test("null, clear and an empty text empty a field", { rules: ["agents.clear"] }, async () => {
  const { id } = await create({ description: "d", instructions: "i", approvalGuidance: "g" });
  const cleared = await update(id, { description: null, instructions: "", clear: ["approvalGuidance"] });
  assert.deepEqual([cleared.description, cleared.instructions, cleared.approvalGuidance], [null, null, null]);
  assert.equal(cleared.changes.length, 3);
});

test("a preview answers what would change, and changes nothing", { rules: ["agents.preview"] }, async () => {
  const made = await create();
  service.clock.advance(1000);
  const preview = await service.ok("previewAgentUpdate", { path: { agentId: made.id }, body: { description: "d" } });
  assert.deepEqual(preview, {
    object: "agent_update_preview",
    agentId: made.id,
    version: 1,
    noop: false,
    changes: [{ field: "description", from: null, to: "d" }],
  });
  assert.deepEqual(await read(made.id), made);
  const path = { agentId: made.id };
  for (const body of [{}, { name: made.name }]) {
    const nothing = await service.ok("previewAgentUpdate", { path, body });
    assert.deepEqual([nothing.noop, nothing.changes], [true, []]);
  }
  await service.refuses("previewAgentUpdate", { path, body: { archived: true } }, "validation_failed", "archived");
});

test("restoring brings an agent back", { rules: ["agents.restore"] }, async () => {
  const made = await create();
  await service.ok("deleteAgent", { path: { agentId: made.id } });
  const restored = await service.ok("restoreAgent", { path: { agentId: made.id } });
  assert.equal(restored.isArchived, false);
  assert.equal((await service.ok("restoreAgent", { path: { agentId: made.id } })).version, restored.version);
});

test("new instructions apply from the next turn on", { rules: ["agents.instructions"] }, async () => {
  const { id: agentId } = await create({ instructions: "Be brief like Ada." });
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello", agentId } });
  await chatEnd(service, chatId);
  assert.match(service.model.requests.at(-1)?.system ?? "", /Be brief like Ada\./);
  await update(agentId, { instructions: "Be long like Proust." });
  await service.ok("sendMessage", { path: { chatId }, body: { message: "Again", waitSeconds: 60 } });
  const { system } = service.model.requests.at(-1) ?? assert.fail("no step");
  assert.match(system, /Be long like Proust\./);
  assert.doesNotMatch(system, /Ada/);
});

test("a skill of another agent, or of none, is 404, whatever is asked", { rules: ["skills.parent"] }, async () => {
  const [one, two] = [await create(), await create()];
  const skill = await service.ok("createAgentSkill", { path: { agentId: one.id }, body: { name: "Skill" } });
  for (const agentId of [two.id, unknownId]) {
    const path = { agentId, skillId: skill.id };
    await service.refuses("getAgentSkill", { path }, "resource_not_found");
    await service.refuses("updateAgentSkill", { path, body: { name: "Stolen" } }, "resource_not_found");
    await service.refuses("deleteAgentSkill", { path }, "resource_not_found");
  }
  assert.deepEqual(await service.ok("getAgentSkill", { path: { agentId: one.id, skillId: skill.id } }), skill);
  await service.refuses(
    "createAgentSkill",
    { path: { agentId: unknownId }, body: { name: "a" } },
    "resource_not_found",
  );
  await service.refuses("listAgentSkills", { path: { agentId: unknownId } }, "resource_not_found");
});

test("a skill may have instructions; its agent and model see it", { rules: ["skills.create"] }, async () => {
  const { id: agentId } = await create();
  await service.refuses("createAgentSkill", { path: { agentId }, body: {} }, "validation_failed", "name");
  const skill = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Bare" } });
  const { object, instructions, summary, isArchived } = skill;
  assert.deepEqual(
    [object, skill.agentId, instructions, summary, isArchived],
    ["agent_skill", agentId, null, null, false],
  );
  const body = { name: "Dunning", instructions: "Remind politely after 14 days." };
  const full = await service.ok("createAgentSkill", { path: { agentId }, body });
  assert.equal(full.instructions, body.instructions);
  assert.deepEqual((await read(agentId)).skills.map((each) => each.id).sort(), [skill.id, full.id].sort());
  await service.ok("createChat", { body: { message: "Hello", agentId, waitSeconds: 60 } });
  assert.match(service.model.requests.at(-1)?.system ?? "", /Remind politely after 14 days\./);
});

test("skills are listed for all agents or one", { rules: ["skills.list", "skills.delete"] }, async () => {
  const [one, two] = [await create(), await create()];
  const add = (agentId: string, name: string) => service.ok("createAgentSkill", { path: { agentId }, body: { name } });
  const [a, b, c] = [await add(one.id, "A"), await add(one.id, "B"), await add(two.id, "C")];
  const path = { agentId: one.id, skillId: a.id };
  const gone = await service.ok("deleteAgentSkill", { path });
  assert.deepEqual([gone.deleted, gone.recoverable], [true, true]);
  assert.equal((await service.ok("deleteAgentSkill", { path })).alreadyArchived, true);
  assert.equal((await service.ok("getAgentSkill", { path })).isArchived, true);
  const all = async (query: object) => pluck((await service.ok("listSkills", { query: { ...query } })).data, "id");
  const ofOne = async (query: object) =>
    pluck((await service.ok("listAgentSkills", { path: { agentId: one.id }, query: { ...query } })).data, "id");
  assert.deepEqual([await ofOne({}), await all({ agentId: one.id })], [[b.id], [b.id]]);
  assert.deepEqual(await ofOne({ includeArchived: true }), [b.id, a.id]);
  assert.deepEqual(await all({ agentId: one.id, includeArchived: true }), [b.id, a.id]);
  const every = await all({});
  assert.deepEqual([every.slice(0, 2), every.includes(a.id)], [[c.id, b.id], false]);
  assert.deepEqual((await all({ includeArchived: true })).slice(0, 3), [c.id, b.id, a.id]);
  assert.deepEqual(pluck((await read(one.id)).skills, "id"), [b.id]);
});

test("omitted fields of a skill stay; clear empties; archived archives", { rules: ["skills.update"] }, async () => {
  const { id: agentId } = await create();
  const made = await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Skill", instructions: "Do" } });
  const path = { agentId, skillId: made.id };
  const change = (body: object) => service.ok("updateAgentSkill", { path, body });
  const renamed = await change({ name: "Renamed" });
  assert.deepEqual([renamed.name, renamed.instructions], ["Renamed", "Do"]);
  assert.equal((await change({ clear: ["instructions"] })).instructions, null);
  assert.equal((await change({ archived: true })).isArchived, true);
  assert.equal((await change({ archived: false })).isArchived, false);
  await service.refuses("updateAgentSkill", { path, body: { clear: ["name"] } }, "validation_failed", "clear[0]");
  await service.refuses("updateAgentSkill", { path, body: { name: null } }, "validation_failed", "name");
});

test("a skill that has changed since it was seen is refused", { rules: ["skills.seen"] }, async () => {
  const { id: agentId } = await create();
  const body = { name: "Skill", instructions: "As I saw it." };
  const made = await service.ok("createAgentSkill", { path: { agentId }, body });
  const path = { agentId, skillId: made.id };
  service.clock.advance(1000);
  const theirs = await service.ok("updateAgentSkill", { path, body: { instructions: "As somebody else wrote it." } });
  const mine = { instructions: "As I wrote it.", expectedUpdatedAt: made.updatedAt };
  const { message } = await service.refuses(
    "updateAgentSkill",
    { path, body: mine },
    "resource_conflict",
    "expectedUpdatedAt",
  );
  assert.match(message, new RegExp(`was changed at ${theirs.updatedAt}: read it again`));
  const malformed = { ...mine, expectedUpdatedAt: "yesterday" };
  await service.refuses("updateAgentSkill", { path, body: malformed }, "validation_failed", "expectedUpdatedAt");
  assert.deepEqual(await service.ok("getAgentSkill", { path }), theirs);
  const again = { ...mine, expectedUpdatedAt: theirs.updatedAt };
  assert.equal((await service.ok("updateAgentSkill", { path, body: again })).instructions, "As I wrote it.");
});
