/** Agents and skills as the journal reads them: their versions come from it. */
import { parsed, type Recorded } from "../protocol/sql.ts";

/** What people and agents set of an agent, with the version that it was or became. */
export const agentRecord: Recorded = {
  kind: "agent",
  table: "agents",
  image(sql, id) {
    const row = sql.get(
      `SELECT name, description, instructions, requires_approval, approval_guidance, working_hours_enabled, working_hours,
         is_archived, version, model, fallback_model, tools, budget FROM agents WHERE id = ?`,
      id,
    );
    if (row === undefined) return undefined;
    const fields = {
      name: row[0],
      description: row[1],
      instructions: row[2],
      requiresApproval: row[3] === 1,
      approvalGuidance: row[4],
      workingHoursEnabled: row[5] === 1,
      workingHours: parsed(row[6]),
      isArchived: row[7] === 1,
      version: row[8],
      model: row[9],
      fallbackModel: row[10],
      tools: parsed(row[11]),
      budget: parsed(row[12]),
    };
    return { fields, carried: null };
  },
};

/** What people and agents set of a skill; its agent never changes. */
export const skillRecord: Recorded = {
  kind: "agent_skill",
  table: "agent_skills",
  image(sql, id) {
    const row = sql.get("SELECT agent_id, name, instructions, is_archived FROM agent_skills WHERE id = ?", id);
    if (row === undefined) return undefined;
    const [agentId, name, instructions, isArchived] = row;
    return { fields: { agentId, name, instructions, isArchived: isArchived === 1 }, carried: null };
  },
};
