/** Agents and their skills: bounds, names, summaries, and what a turn gets of them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as queries from "../../../src/workspace/agents/queries.ts";
import { summaryOf } from "../../../src/workspace/agents/skill-queries.ts";
import { assistant, setting, type Setting } from "../todos/setting.ts";

const agent = (space: Setting, name: string): string => space.run("createAgent", { body: { name } }).id;
const skill = (space: Setting, agentId: string, name: string, instructions?: string): string =>
  space.run("createAgentSkill", { path: { agentId }, body: { name, ...(instructions && { instructions }) } }).id;

test("the 201st active agent is refused, and archiving one makes room", { rules: ["agents.limits"] }, (t) => {
  const space = setting(t);
  let last = "";
  for (let count = 2; count <= 200; count++) last = agent(space, `Agent ${count}`);
  space.refuses("createAgent", { body: { name: "One more" } }, "validation_failed", null, /200/);
  space.run("deleteAgent", { path: { agentId: last } });
  agent(space, "One more");
  space.refuses("restoreAgent", { path: { agentId: last } }, "validation_failed", null, /200/);
});

test("a turn gets the agent as it is now, its active skills in the order they came", (t) => {
  const space = setting(t);
  const agentId = agent(space, "Bookkeeper");
  for (const name of ["One", "Two", "Three"]) skill(space, agentId, name, `${name}.`);
  const two = space.run("listAgentSkills", { path: { agentId } }).data[1]?.id as string;
  space.run("deleteAgentSkill", { path: { agentId, skillId: two } });
  space.run("updateAgent", { path: { agentId }, body: { instructions: "Be brief.", archived: true } });
  assert.deepEqual(queries.agentForTurn(space.sql, agentId), {
    id: agentId,
    version: 2,
    name: "Bookkeeper",
    instructions: "Be brief.",
    requiresApproval: true,
    approvalGuidance: null,
    isArchived: true,
    settings: queries.usualSettings,
    skills: [
      { name: "One", instructions: "One." },
      { name: "Three", instructions: "Three." },
    ],
  });
  assert.equal(queries.defaultAgentId(space.sql), assistant);
});

test("names are unique among the active skills of one agent", (t) => {
  const space = setting(t);
  const agentId = agent(space, "Bookkeeper");
  const first = skill(space, agentId, "Reports");
  const input = { path: { agentId }, body: { name: "REPORTS" } };
  space.refuses("createAgentSkill", input, "resource_conflict", "name", /already named/);
  skill(space, assistant, "Reports");
  space.run("deleteAgentSkill", { path: { agentId, skillId: first } });
  const second = skill(space, agentId, "reports");
  const restore = { path: { agentId, skillId: first }, body: { archived: false } };
  space.refuses("updateAgentSkill", restore, "resource_conflict", null);
  const third = skill(space, agentId, "Other");
  const rename = { path: { agentId, skillId: third }, body: { name: "Reports" } };
  space.refuses("updateAgentSkill", rename, "resource_conflict", "name");
  const own = { path: { agentId, skillId: second }, body: { name: "Reports" } };
  assert.equal(space.run("updateAgentSkill", own).name, "Reports");
});

test("the 101st active skill of an agent is refused", { rules: ["skills.create"] }, (t) => {
  const space = setting(t);
  for (let count = 1; count <= 100; count++) skill(space, assistant, `Skill ${count}`);
  const input = { path: { agentId: assistant }, body: { name: "One more" } };
  space.refuses("createAgentSkill", input, "validation_failed", null, /100/);
  skill(space, agent(space, "Bookkeeper"), "One more");
});

test("instructions that are cleared and set at once are refused", (t) => {
  const space = setting(t);
  const path = { agentId: assistant, skillId: skill(space, assistant, "Reports") };
  const body = { clear: ["instructions" as const], instructions: "Text" };
  space.refuses("updateAgentSkill", { path, body }, "validation_failed", "clear[0]");
});

test("a skill shows a summary made from its instructions, and follows them", (t) => {
  const space = setting(t);
  const skillId = skill(space, assistant, "Chase late payers", "# Remind politely after 14 days. Then call.");
  const path = { agentId: assistant, skillId };
  const created = space.run("getAgentSkill", { path });
  assert.equal(created.summary, "Remind politely after 14 days.");
  space.now += 1000;
  const cleared = space.run("updateAgentSkill", { path, body: { clear: ["instructions"] } });
  assert.deepEqual(cleared, {
    ...created,
    instructions: null,
    summary: null,
    updatedAt: "2026-01-05T09:00:01.000Z",
  });
  space.now += 1000;
  assert.deepEqual(space.run("updateAgentSkill", { path, body: { instructions: "", archived: false } }), cleared);
});

const summaries: [string, string | null, string | null][] = [
  ["nothing", null, null],
  ["blank lines", " \n\n---\n", null],
  ["the first of two sentences", "Call them. Then write.", "Call them."],
  ["the first line with words", "\n## How to report\n\nText.", "How to report"],
  ["a list item without its marks", "1. [ ] Check   the totals", "Check the totals"],
  ["at most 200 characters", "é".repeat(500), `${"é".repeat(199)}…`],
];

test("the summary of instructions is their first sentence or line with words, without marks", () => {
  for (const [what, instructions, summary] of summaries) assert.equal(summaryOf(instructions), summary, what);
});
