/** Agents as the interface shows them. */
import type { Agent } from "../../schema/agent.ts";
import type { Sql } from "../protocol/sql.ts";
import { agentRow, agentRows, type StoredAgent, toAgent } from "./queries.ts";
import { allSkills, skillsOf } from "./skill-queries.ts";

/** All agents, newest first, each with its active skills. */
export function allAgents(sql: Sql, includeArchived: boolean): Agent[] {
  const skills = Map.groupBy(allSkills(sql, false), (skill) => skill.agentId);
  return agentRows(sql, includeArchived).map((row) => toAgent(row, skills.get(row.id) ?? []));
}

/** The agent with its active skills. Throws 404. */
export function readAgent(sql: Sql, id: string): Agent {
  return withSkills(sql, agentRow(sql, id));
}

/** The stored agent with its active skills. */
export function withSkills(sql: Sql, agent: StoredAgent): Agent {
  return toAgent(agent, skillsOf(sql, agent.id, false));
}
