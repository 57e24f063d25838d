/** Skills of agents. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fold } from "../../../src/workspace/protocol/fold.ts";
import { summaryOf } from "../../../src/workspace/agents/summary.ts";
import { assistant, setting, unknown } from "./setting.ts";

test("a skill under another agent is 404, whatever is asked of it, and stays as it was", (t) => {
  const space = setting(t);
  const owner = space.agent("Bookkeeper");
  const skillId = space.skill(owner, "Chase late payers", "Remind politely.");
  const path = { agentId: assistant, skillId };
  space.refuses("getAgentSkill", { path }, "resource_not_found", null);
  space.refuses("updateAgentSkill", { path, body: { name: "Stolen" } }, "resource_not_found", null);
  space.refuses("deleteAgentSkill", { path }, "resource_not_found", null);
  const { name, isArchived } = space.run("getAgentSkill", { path: { agentId: owner, skillId } });
  assert.deepEqual([name, isArchived], ["Chase late payers", false]);
});

test("an unknown agent is 404 as a path and matches nothing as a filter", (t) => {
  const space = setting(t);
  space.refuses("listAgentSkills", { path: { agentId: unknown } }, "resource_not_found", null);
  const creation = { path: { agentId: unknown }, body: { name: "Skill" } };
  space.refuses("createAgentSkill", creation, "resource_not_found", null);
  assert.deepEqual(space.run("listSkills", { query: { agentId: unknown } }).data, []);
});

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

test("skills are listed newest first, archived ones as well when asked for; archiving twice changes nothing", (t) => {
  const space = setting(t);
  const agentId = space.agent("Bookkeeper");
  const [first, second, other] = [space.skill(agentId, "A"), space.skill(agentId, "B"), space.skill(assistant, "C")];
  const path = { agentId, skillId: second };
  assert.deepEqual(space.run("deleteAgentSkill", { path }), { object: "deleted", deleted: true, recoverable: true });
  assert.equal(space.run("deleteAgentSkill", { path }).alreadyArchived, true);
  const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
  const query = { includeArchived: true };
  assert.deepEqual(ids(space.run("listSkills")), [other, first]);
  assert.deepEqual(ids(space.run("listSkills", { query })), [other, second, first]);
  assert.deepEqual(ids(space.run("listSkills", { query: { agentId } })), [first]);
  assert.deepEqual(ids(space.run("listAgentSkills", { path: { agentId } })), [first]);
  assert.deepEqual(ids(space.run("listAgentSkills", { path: { agentId }, query })), [second, first]);
  const back = space.run("updateAgentSkill", { path, body: { archived: false } });
  assert.equal(back.isArchived, false);
});

const summaries: [string, string | null, string | null][] = [
  ["nothing", null, null],
  ["blank lines", " \n\n---\n", null],
  ["the first of two sentences", "Call them. Then write.", "Call them."],
  ["the first line with words", "\n## How to report\n\nText.", "How to report"],
  ["a list item without its marks", "1. [ ] Check   the totals", "Check the totals"],
  ["at most 200 characters", "é".repeat(500), `${"é".repeat(199)}…`],
];

for (const [what, instructions, summary] of summaries) {
  test(`the summary of instructions is ${what}`, () => assert.equal(summaryOf(instructions), summary));
}

test("names fold fully: sharp s, sigma, Kelvin and composed letters; the dotless i stays itself", () => {
  const pairs: [string, string][] = [
    ["Straße", "STRASSE"],
    ["STRAẞE", "strasse"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["\u212Aelvin", "kelvin"],
    ["cafe\u0301", "CAFÉ"],
    ["ﬁne", "FINE"],
  ];
  for (const [one, other] of pairs) assert.equal(fold(one), fold(other), `${one} and ${other}`);
  assert.notEqual(fold("ırmak"), fold("irmak"));
});
