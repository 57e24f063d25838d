/** Agents: making, listing, archiving, restoring, and what other parts ask about them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as queries from "../../../src/workspace/agents/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { refusalOf } from "../../helpers/refusal.ts";
import { assistant, begin, setting, unknown, type Setting } from "./setting.ts";

test("an unknown agent is 404 whatever is asked of it", (t) => {
  const space = setting(t);
  const path = { agentId: unknown };
  for (const id of ["getAgent", "updateAgent", "deleteAgent", "previewAgentUpdate", "restoreAgent"] as const) {
    space.refuses(id, { path }, "resource_not_found", null);
  }
});

test("a name that an active agent has is refused, in any case and any form of its accents", (t) => {
  const space = setting(t);
  space.agent("Café Straße");
  for (const name of ["café straße", "CAFE\u0301 STRASSE", "  CAFÉ straße "]) {
    space.refuses("createAgent", { body: { name } }, "resource_conflict", "name", /already named/);
  }
  space.refuses("createAgent", { body: { name: "assistant" } }, "resource_conflict", "name");
});

test("the 201st active agent is refused, and archiving one makes room [agents.limits]", (t) => {
  const space = setting(t);
  let last = "";
  for (let count = 2; count <= 200; count++) last = space.agent(`Agent ${count}`);
  space.refuses("createAgent", { body: { name: "One more" } }, "validation_failed", null, /200/);
  space.run("deleteAgent", { path: { agentId: last } });
  space.agent("One more");
  space.refuses("restoreAgent", { path: { agentId: last } }, "validation_failed", null, /200/);
});

test("the default assistant can not be archived", (t) => {
  const space = setting(t);
  const path = { agentId: assistant };
  space.refuses("deleteAgent", { path }, "resource_conflict", null, /default/);
  space.refuses("updateAgent", { path, body: { archived: true } }, "resource_conflict", null);
  assert.equal(space.run("getAgent", { path }).isArchived, false);
});

test("an agent on which a live schedule depends is not archived; a paused or ended schedule lets it go", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  scheduledTodo(space, agentId, "Send invoices");
  for (const status of ["pending", "queued", "error"]) {
    space.sql.run("UPDATE todos SET schedule_status = ?", status);
    space.refuses("deleteAgent", { path: { agentId } }, "series_action_required", null, /Send invoices/);
    const input = { path: { agentId }, body: { name: "Other", archived: true } };
    space.refuses("updateAgent", input, "series_action_required", null);
  }
  assert.equal(space.run("getAgent", { path: { agentId } }).name, "Bookkeeper");
  for (const status of ["disabled", "completed"]) {
    space.sql.run("UPDATE todos SET schedule_status = ?", status);
    assert.equal(space.run("deleteAgent", { path: { agentId } }).deleted, true);
    space.run("restoreAgent", { path: { agentId } });
  }
});

test("an agent is not restored while an active one has its name", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  space.run("deleteAgent", { path: { agentId } });
  space.agent("BOOKKEEPER");
  space.refuses("restoreAgent", { path: { agentId } }, "resource_conflict", null, /BOOKKEEPER|Bookkeeper/);
  space.refuses("updateAgent", { path: { agentId }, body: { archived: false } }, "resource_conflict", null);
  const input = { path: { agentId }, body: { archived: false, name: "Bookkeeper two" } };
  assert.equal(space.run("updateAgent", input).isArchived, false);
});

test("a new agent asks for approval, has version 1, and empty texts are null", (t) => {
  const space = setting(t);
  const body = { name: "  Bookkeeper ", description: "", instructions: "Keep order.\n", approvalGuidance: "" };
  const { id, ...shown } = space.run("createAgent", { body });
  assert.deepEqual(shown, {
    object: "agent",
    name: "Bookkeeper",
    description: null,
    instructions: "Keep order.\n",
    version: 1,
    requiresApproval: true,
    approvalGuidance: null,
    workingHoursEnabled: false,
    workingHours: null,
    profilePhotoUrl: null,
    isArchived: false,
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-01-05T09:00:00.000Z",
    model: "automatic",
    skills: [],
  });
  assert.deepEqual(space.run("getAgent", { path: { agentId: id } }), { id, ...shown });
});

test("the default assistant acts without asking", (t) => {
  const { name, requiresApproval, instructions } = setting(t).run("getAgent", { path: { agentId: assistant } });
  assert.deepEqual([name, requiresApproval], ["Assistant", false]);
  assert.match(instructions ?? "", /never claim what you have not done/);
});

test("agents are listed newest first with their active skills, archived ones as well when asked for", (t) => {
  const space = setting(t);
  const [first, second] = [space.agent("First"), space.agent("Second")];
  const [kept, gone] = [space.skill(second, "Kept"), space.skill(second, "Gone")];
  space.run("deleteAgentSkill", { path: { agentId: second, skillId: gone } });
  space.run("deleteAgent", { path: { agentId: first } });
  const ids = (list: { data: { id: string }[] }) => list.data.map(({ id }) => id);
  const active = space.run("listAgents");
  assert.deepEqual(ids(active), [second, assistant]);
  assert.deepEqual(ids({ data: active.data[0]?.skills ?? [] }), [kept]);
  assert.deepEqual([active.hasMore, active.nextCursor], [false, null]);
  assert.deepEqual(ids(space.run("listAgents", { query: { includeArchived: true } })), [second, first, assistant]);
});

test("archiving and restoring count as updates; repeating them changes nothing", (t) => {
  const space = setting(t);
  const path = { agentId: space.agent("Bookkeeper") };
  assert.deepEqual(space.run("deleteAgent", { path }), { object: "deleted", deleted: true, recoverable: true });
  assert.equal(space.run("getAgent", { path }).version, 2);
  assert.equal(space.run("deleteAgent", { path }).alreadyArchived, true);
  assert.deepEqual(space.run("restoreAgent", { path }), space.run("restoreAgent", { path }));
  const { version, isArchived } = space.run("getAgent", { path });
  assert.deepEqual([version, isArchived], [3, false]);
});

test("requireAgent names the place of an unknown and of an archived agent", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  queries.requireAgent(space.sql, agentId, "agentId");
  space.run("deleteAgent", { path: { agentId } });
  const refused = (id: string) => refusalOf(() => queries.requireAgent(space.sql, id, "assignees[0].id"));
  assert.deepEqual([refused(unknown).code, refused(unknown).param], ["resource_not_found", "assignees[0].id"]);
  assert.deepEqual([refused(agentId).code, refused(agentId).param], ["resource_conflict", "assignees[0].id"]);
});

test("a turn gets the agent as it is now, its active skills in the order they came", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  for (const name of ["One", "Two", "Three"]) space.skill(agentId, name, `${name}.`);
  const two = space.run("listAgentSkills", { path: { agentId } }).data[1]?.id as string;
  space.run("deleteAgentSkill", { path: { agentId, skillId: two } });
  space.run("updateAgent", { path: { agentId }, body: { instructions: "Be brief.", archived: true } });
  assert.deepEqual(queries.agentForTurn(space.sql, agentId), {
    id: agentId,
    name: "Bookkeeper",
    instructions: "Be brief.",
    requiresApproval: true,
    approvalGuidance: null,
    isArchived: true,
    skills: [
      { name: "One", instructions: "One." },
      { name: "Three", instructions: "Three." },
    ],
  });
  assert.equal(queries.defaultAgentId(space.sql), assistant);
});

function scheduledTodo({ sql }: Setting, agentId: string, title: string): void {
  const [list, todo] = [fakeId(0xd), fakeId(0xe)];
  sql.run(
    "INSERT INTO todo_lists (id, name, name_key, created_at, updated_at) VALUES (?, 'Home', 'home', ?, ?)",
    list,
    begin,
    begin,
  );
  sql.run(
    `INSERT INTO todos (n, id, title, list_n, todo_list_id, assignees, created_at, updated_at) VALUES (1, ?, ?, 1, ?, ?, ?, ?)`,
    todo,
    title,
    list,
    JSON.stringify([{ id: agentId, type: "agent" }]),
    begin,
    begin,
  );
  sql.run("INSERT INTO todo_assignees (assignee_id, shelf, status, todo_n) VALUES (?, 0, 'ready', 1)", agentId);
}
