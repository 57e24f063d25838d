/** The rows of agents, and what other parts of a workspace ask about them. */
import { fold } from "../../schema/fold.ts";
import type { Agent, AgentSkill, WorkingHours } from "../../schema/agent.ts";
import type { AgentSettings } from "../../schema/agent-settings.ts";
import { conflict, notFound } from "../../schema/errors.ts";
import { toInstant } from "../time/instant.ts";
import type { Context } from "../protocol/context.ts";
import { parsed, type Sql, type SqlRow, type SqlValue } from "../protocol/sql.ts";
import { agentRecord } from "./recorded.ts";
import { imageUrl, setPhotoOf } from "../images/queries.ts";
import { skillsOf } from "./skill-queries.ts";

/** The agent as it is stored: what `changes` can name, plus what identifies it. */
export interface StoredAgent {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly instructions: string | null;
  readonly version: number;
  readonly requiresApproval: boolean;
  readonly approvalGuidance: string | null;
  readonly workingHoursEnabled: boolean;
  readonly workingHours: WorkingHours | null;
  readonly settings: StoredSettings;
  /** The image that is its photo. */
  readonly photoId: string | null;
  readonly isDefault: boolean;
  readonly isArchived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** With what an agent works; what is null follows the service. */
export type StoredSettings = Readonly<Pick<AgentSettings, "model" | "fallbackModel" | "tools" | "budget">>;

/** An agent follows the service until a person says otherwise. */
export const usualSettings: StoredSettings = { model: null, fallbackModel: null, tools: null, budget: null };

/** What a turn needs to know of its agent. */
export interface TurnAgent {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly instructions: string | null;
  readonly requiresApproval: boolean;
  readonly approvalGuidance: string | null;
  readonly isArchived: boolean;
  readonly settings: StoredSettings;
  /** Active ones, oldest first: a new skill leaves the beginning of the prompt as it was. */
  readonly skills: readonly { readonly name: string; readonly instructions: string | null }[];
}

const assistantInstructions = `Help the people of this workspace with their todos, lists and notes.
Make the changes you are asked for, and say what you changed.
When something is missing or unclear, ask; do not guess, and never claim what you have not done.`;

const columns = `id, name, description, instructions, version, requires_approval, approval_guidance, working_hours_enabled,
  working_hours, is_default, is_archived, created_at, updated_at, model, fallback_model, tools, budget,
  (SELECT images.id FROM images WHERE images.agent_id = agents.id)`;

/** Agents, newest first. */
export function agentRows(sql: Sql, includeArchived: boolean): StoredAgent[] {
  const rows = includeArchived
    ? sql.all(`SELECT ${columns} FROM agents ORDER BY n DESC`)
    : sql.all(`SELECT ${columns} FROM agents WHERE is_archived = 0 ORDER BY n DESC`);
  return rows.map(toStored);
}

/** The agent with that id, archived or not; throws 404. `param` is where the id stood in a body. */
export function agentRow(sql: Sql, agentId: string, param: string | null = null): StoredAgent {
  const row = sql.get(`SELECT ${columns} FROM agents WHERE id = ?`, agentId);
  if (row === undefined) throw notFound("agent", agentId, param);
  return toStored(row);
}

/** Refuses an id that no agent has (404) and an archived agent (409), both with `param`. */
export function requireAgent(sql: Sql, agentId: string, param: string): void {
  const { name, isArchived } = agentRow(sql, agentId, param);
  if (isArchived) throw conflict(`The agent ${JSON.stringify(name)} is archived: restore it, or name another.`, param);
}

/** The id of the default assistant; every workspace has one from its beginning. */
export function defaultAgentId(sql: Sql): string {
  const row = sql.get("SELECT id FROM agents WHERE is_default = 1");
  if (row === undefined) throw new Error("Expected a default agent in the workspace, found none.");
  return row[0] as string;
}

/** The agent of a turn as it is now, archived or not; throws 404. */
export function agentForTurn(sql: Sql, agentId: string): TurnAgent {
  const agent = agentRow(sql, agentId);
  const { id, version, name, instructions, requiresApproval, approvalGuidance, isArchived, settings } = agent;
  const skills = skillsOf(sql, agentId, false).reverse();
  return {
    id,
    version,
    name,
    instructions,
    requiresApproval,
    approvalGuidance,
    isArchived,
    settings,
    skills: skills.map((skill) => ({ name: skill.name, instructions: skill.instructions })),
  };
}

/** Gives a new workspace its default assistant: it acts without asking, so that a first chat really changes todos. */
export function createDefaultAgent(sql: Sql, id: string, now: number): void {
  insertAgent(sql, {
    id,
    name: "Assistant",
    description: "The default assistant of this workspace.",
    instructions: assistantInstructions,
    version: 1,
    requiresApproval: false,
    approvalGuidance: null,
    workingHoursEnabled: false,
    workingHours: null,
    settings: usualSettings,
    photoId: null,
    isDefault: true,
    isArchived: false,
    createdAt: now,
    updatedAt: now,
  });
}

/** How many agents are active. */
export function activeAgentCount(sql: Sql): number {
  return sql.get("SELECT count(*) FROM agents WHERE is_archived = 0")?.[0] as number;
}

/** The id of the active agent with that name; undefined when the name is free. */
export function activeAgentNamed(sql: Sql, name: string): string | undefined {
  return sql.get("SELECT id FROM agents WHERE is_archived = 0 AND name_key = ?", fold(name))?.[0] as string | undefined;
}

/**
 * A todo with a schedule that still starts runs of the agent; undefined when there is none. Paused and ended ones do not count; a
 * redacted title is left out.
 */
export function liveTodoOf(sql: Sql, agentId: string): { id: string; title: string | null } | undefined {
  const row = sql.get(
    `SELECT todos.id, CASE WHEN todos.redacted & 1 = 0 THEN todos.title END FROM todo_assignees JOIN todos ON todos.n = todo_assignees.todo_n
     WHERE todo_assignees.assignee_id = ? AND todos.schedule_status IN ('pending', 'queued', 'error') LIMIT 1`,
    agentId,
  );
  return row && { id: row[0] as string, title: row[1] as string | null };
}

/** The values of the columns from name to working_hours, in their order. */
function ownValues(agent: StoredAgent): SqlValue[] {
  return [
    agent.name,
    fold(agent.name),
    agent.description,
    agent.instructions,
    agent.version,
    agent.requiresApproval,
    agent.approvalGuidance,
    agent.workingHoursEnabled,
    agent.workingHours === null ? null : JSON.stringify(agent.workingHours),
  ];
}

/** Adds an agent at version 1. */
export function insertAgent(sql: Sql, agent: StoredAgent): void {
  sql.journal.created(agentRecord, agent.id);
  sql.run(
    `INSERT INTO agents (id, name, name_key, description, instructions, version, requires_approval, approval_guidance,
       working_hours_enabled, working_hours, is_default, is_archived, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    agent.id,
    ...ownValues(agent),
    agent.isDefault,
    agent.isArchived,
    agent.createdAt,
    agent.updatedAt,
  );
}

/** Writes an agent over the one with its id. */
export function saveAgent(sql: Sql, agent: StoredAgent): void {
  sql.journal.changing(agentRecord, agent.id);
  sql.run(
    `UPDATE agents SET name = ?, name_key = ?, description = ?, instructions = ?, version = ?, requires_approval = ?,
       approval_guidance = ?, working_hours_enabled = ?, working_hours = ?, is_archived = ?, updated_at = ? WHERE id = ?`,
    ...ownValues(agent),
    agent.isArchived,
    agent.updatedAt,
    agent.id,
  );
}

/** Writes the settings of an agent, with its version, over those that it has. */
export function saveSettings(sql: Sql, { id, version, updatedAt, settings }: StoredAgent): void {
  const { model, fallbackModel, tools, budget } = settings;
  sql.journal.changing(agentRecord, id);
  sql.run(
    "UPDATE agents SET model = ?, fallback_model = ?, tools = ?, budget = ?, version = ?, updated_at = ? WHERE id = ?",
    model,
    fallbackModel,
    tools === null ? null : JSON.stringify(tools),
    budget === null ? null : JSON.stringify(budget),
    version,
    updatedAt,
    id,
  );
}

/** Gives an agent a photo whose file is stored; null takes it away. Followers hear of it; it is no part of its versions. */
export function savePhoto({ sql, now }: Pick<Context, "sql" | "now">, id: string, imageId: string | null): void {
  setPhotoOf({ sql, now }, id, imageId);
  sql.run("UPDATE agents SET updated_at = ? WHERE id = ?", now, id);
  sql.journal.touched("agent", id);
}

/** The agent as the interface shows it; the address of its photo is without the signature that opens it. */
export function toAgent(agent: StoredAgent, skills: AgentSkill[]): Agent {
  return {
    object: "agent",
    id: agent.id,
    name: agent.name,
    description: agent.description,
    instructions: agent.instructions,
    version: agent.version,
    requiresApproval: agent.requiresApproval,
    approvalGuidance: agent.approvalGuidance,
    workingHoursEnabled: agent.workingHoursEnabled,
    workingHours: agent.workingHours,
    profilePhotoUrl: agent.photoId === null ? null : imageUrl(agent.photoId),
    isArchived: agent.isArchived,
    createdAt: toInstant(agent.createdAt),
    updatedAt: toInstant(agent.updatedAt),
    model: "automatic",
    skills,
  };
}

function toStored(row: SqlRow): StoredAgent {
  return {
    id: row[0] as string,
    name: row[1] as string,
    description: row[2] as string | null,
    instructions: row[3] as string | null,
    version: row[4] as number,
    requiresApproval: row[5] === 1,
    approvalGuidance: row[6] as string | null,
    workingHoursEnabled: row[7] === 1,
    workingHours: parsed(row[8]) as WorkingHours | null,
    isDefault: row[9] === 1,
    isArchived: row[10] === 1,
    createdAt: row[11] as number,
    updatedAt: row[12] as number,
    settings: {
      model: row[13] as string | null,
      fallbackModel: row[14] as string | null,
      tools: parsed(row[15]) as StoredSettings["tools"],
      budget: parsed(row[16]) as StoredSettings["budget"],
    },
    photoId: row[17] as string | null,
  };
}
