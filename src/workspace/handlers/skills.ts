/** The rules of the skill operations. Skills of an archived agent stay as they are and can be changed. */
import { ApiError, conflict, invalid } from "../../schema/errors.ts";
import type { AgentSkill } from "../../schema/agent.ts";
import type { Handler } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { toInstant } from "../time/instant.ts";
import { agentRow } from "../agents/queries.ts";
import {
  activeSkillCount,
  activeSkillNamed,
  allSkills,
  saveSkill,
  showSkill,
  skillRow,
  skillsOf,
  type StoredSkill,
} from "../agents/skill-queries.ts";
import { textOrNull } from "../agents/update.ts";
import { limits } from "../../schema/limits.ts";

const activeSkillLimit = limits.skills.each.max;

/** A filter that names no agent of the workspace matches nothing. */
export const listSkills: Handler<"listSkills"> = ({ sql }, { query: { agentId, includeArchived } }) =>
  asList(agentId === undefined ? allSkills(sql, includeArchived) : skillsOf(sql, agentId, includeArchived));

export const listAgentSkills: Handler<"listAgentSkills"> = ({ sql }, { path, query }) =>
  asList(skillsOf(sql, agentRow(sql, path.agentId).id, query.includeArchived));

export const createAgentSkill: Handler<"createAgentSkill"> = ({ sql, now, newId }, { path, body }) => {
  const skill: StoredSkill = {
    id: newId(),
    agentId: agentRow(sql, path.agentId).id,
    name: body.name,
    instructions: textOrNull(body.instructions),
    isArchived: false,
    createdAt: now,
    updatedAt: now,
  };
  checkActive(sql, skill, true, "name");
  saveSkill(sql, skill);
  return showSkill(skill);
};

export const getAgentSkill: Handler<"getAgentSkill"> = ({ sql }, { path }) =>
  showSkill(skillRow(sql, path.agentId, path.skillId));

export const updateAgentSkill: Handler<"updateAgentSkill"> = ({ sql, now }, { path, body }) => {
  const skill = skillRow(sql, path.agentId, path.skillId);
  refuseStale(skill, body.expectedUpdatedAt);
  const clears = body.clear?.includes("instructions") ?? false;
  if (clears && textOrNull(body.instructions) !== null) {
    throw invalid("clear[0]", "clear[0]: instructions are both cleared and set; send one of the two.");
  }
  const next: StoredSkill = {
    ...skill,
    name: body.name ?? skill.name,
    instructions: clears || body.instructions !== undefined ? textOrNull(body.instructions) : skill.instructions,
    isArchived: body.archived ?? skill.isArchived,
  };
  if (!next.isArchived) checkActive(sql, next, skill.isArchived, body.name === undefined ? null : "name");
  return store(sql, skill, next, now);
};

export const deleteAgentSkill: Handler<"deleteAgentSkill"> = ({ sql, now }, { path }) => {
  const skill = skillRow(sql, path.agentId, path.skillId);
  store(sql, skill, { ...skill, isArchived: true }, now);
  const already = skill.isArchived ? { alreadyArchived: true } : {};
  return { object: "deleted", deleted: true, recoverable: true, ...already };
};

/** Throws 409 for a moment that is not the one of the skill's last change. */
function refuseStale({ updatedAt }: StoredSkill, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === updatedAt) return;
  throw conflict(
    `The skill was changed at ${toInstant(updatedAt)}: read it again, and send what is still to be changed.`,
    "expectedUpdatedAt",
  );
}

/** What changes nothing leaves `updatedAt` alone. */
function store(sql: Sql, from: StoredSkill, to: StoredSkill, now: number): AgentSkill {
  const same = from.name === to.name && from.instructions === to.instructions && from.isArchived === to.isArchived;
  if (same) return showSkill(from);
  const changed = { ...to, updatedAt: now };
  saveSkill(sql, changed);
  return showSkill(changed);
}

/** Refuses a name that another active skill of the agent has, and one active skill too many. */
function checkActive(sql: Sql, skill: StoredSkill, joining: boolean, param: "name" | null): void {
  const holder = activeSkillNamed(sql, skill.agentId, skill.name);
  if (holder !== undefined && holder !== skill.id) {
    throw conflict(
      `An active skill of this agent is already named ${JSON.stringify(skill.name)} (names compare without regard to case): choose another name, or archive or rename that one.`,
      param,
    );
  }
  if (joining && activeSkillCount(sql, skill.agentId) >= activeSkillLimit) {
    throw new ApiError(
      "validation_failed",
      `The agent has ${activeSkillLimit} active skills, which is the limit: archive one first.`,
    );
  }
}

function asList(data: AgentSkill[]) {
  return { object: "list" as const, data, hasMore: false, nextCursor: null };
}
