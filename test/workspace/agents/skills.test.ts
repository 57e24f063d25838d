/** Skills of agents. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { summaryOf } from "../../../src/workspace/agents/summary.ts";
import { assistant, setting } from "./setting.ts";

test("names are unique among the active skills of one agent", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  const first = space.skill(agentId, "Reports");
  const input = { path: { agentId }, body: { name: "REPORTS" } };
  space.refuses("createAgentSkill", input, "resource_conflict", "name", /already named/);
  space.skill(assistant, "Reports");
  space.run("deleteAgentSkill", { path: { agentId, skillId: first } });
  const second = space.skill(agentId, "reports");
  const restore = { path: { agentId, skillId: first }, body: { archived: false } };
  space.refuses("updateAgentSkill", restore, "resource_conflict", null);
  const third = space.skill(agentId, "Other");
  const rename = { path: { agentId, skillId: third }, body: { name: "Reports" } };
  space.refuses("updateAgentSkill", rename, "resource_conflict", "name");
  const own = { path: { agentId, skillId: second }, body: { name: "Reports" } };
  assert.equal(space.run("updateAgentSkill", own).name, "Reports");
});

test("the 101st active skill of an agent is refused [skills.create]", (t) => {
  const space = setting(t);
  for (let count = 1; count <= 100; count++) space.skill(assistant, `Skill ${count}`);
  const input = { path: { agentId: assistant }, body: { name: "One more" } };
  space.refuses("createAgentSkill", input, "validation_failed", null, /100/);
  space.skill(space.agent("Bookkeeper"), "One more");
});

test("instructions that are cleared and set at once are refused", (t) => {
  const space = setting(t);
  const path = { agentId: assistant, skillId: space.skill(assistant, "Reports") };
  const body = { clear: ["instructions" as const], instructions: "Text" };
  space.refuses("updateAgentSkill", { path, body }, "validation_failed", "clear[0]");
});

test("a skill shows a summary made from its instructions, and follows them", (t) => {
  const space = setting(t);
  const skillId = space.skill(assistant, "Chase late payers", "# Remind politely after 14 days. Then call.");
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
