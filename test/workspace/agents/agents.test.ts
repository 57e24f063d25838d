/** Agents: making, listing, archiving, restoring, and what other parts ask about them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as queries from "../../../src/workspace/agents/queries.ts";
import { assistant, setting } from "./setting.ts";

test("the 201st active agent is refused, and archiving one makes room [agents.limits]", (t) => {
  const space = setting(t);
  let last = "";
  for (let count = 2; count <= 200; count++) last = space.agent(`Agent ${count}`);
  space.refuses("createAgent", { body: { name: "One more" } }, "validation_failed", null, /200/);
  space.run("deleteAgent", { path: { agentId: last } });
  space.agent("One more");
  space.refuses("restoreAgent", { path: { agentId: last } }, "validation_failed", null, /200/);
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
