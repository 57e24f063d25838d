/** The rows of skills. A skill is only reached through its own agent. */
import { fold } from "../../schema/fold.ts";
import type { AgentSkill } from "../../schema/agent.ts";
import { notFound } from "../../schema/errors.ts";
import { toInstant } from "../time/instant.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { skillRecord } from "./recorded.ts";

export interface StoredSkill {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly instructions: string | null;
  readonly isArchived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const columns = "id, agent_id, name, instructions, summary, is_archived, created_at, updated_at";

/** The skills of all agents, newest first. */
export function allSkills(sql: Sql, includeArchived: boolean): AgentSkill[] {
  const rows = includeArchived
    ? sql.all(`SELECT ${columns} FROM agent_skills ORDER BY n DESC`)
    : sql.all(`SELECT ${columns} FROM agent_skills WHERE is_archived = 0 ORDER BY n DESC`);
  return rows.map(toSkill);
}

/** The skills of one agent, newest first; none for an id that no agent has. */
export function skillsOf(sql: Sql, agentId: string, includeArchived: boolean): AgentSkill[] {
  const rows = includeArchived
    ? sql.all(`SELECT ${columns} FROM agent_skills WHERE agent_id = ? ORDER BY n DESC`, agentId)
    : sql.all(`SELECT ${columns} FROM agent_skills WHERE agent_id = ? AND is_archived = 0 ORDER BY n DESC`, agentId);
  return rows.map(toSkill);
}

/** The skill with that id, whichever agent it is of; undefined when there is none. */
export function skillById(sql: Sql, id: string): AgentSkill | undefined {
  const row = sql.get(`SELECT ${columns} FROM agent_skills WHERE id = ?`, id);
  return row && toSkill(row);
}

/** The skill with that id under that agent, archived or not; throws 404, under another agent too. */
export function skillRow(sql: Sql, agentId: string, skillId: string): StoredSkill {
  const row = sql.get(
    `SELECT id, agent_id, name, instructions, is_archived, created_at, updated_at FROM agent_skills
     WHERE id = ? AND agent_id = ?`,
    skillId,
    agentId,
  );
  if (row === undefined) throw notFound("skill of this agent", skillId);
  return {
    id: row[0] as string,
    agentId: row[1] as string,
    name: row[2] as string,
    instructions: row[3] as string | null,
    isArchived: row[4] === 1,
    createdAt: row[5] as number,
    updatedAt: row[6] as number,
  };
}

/** How many active skills the agent has. */
export function activeSkillCount(sql: Sql, agentId: string): number {
  return sql.get("SELECT count(*) FROM agent_skills WHERE agent_id = ? AND is_archived = 0", agentId)?.[0] as number;
}

/** The id of the agent's active skill with that name; undefined when the name is free. */
export function activeSkillNamed(sql: Sql, agentId: string, name: string): string | undefined {
  return sql.get(
    "SELECT id FROM agent_skills WHERE agent_id = ? AND name_key = ? AND is_archived = 0",
    agentId,
    fold(name),
  )?.[0] as string | undefined;
}

/** Adds a skill, or writes over the one with its id; its summary follows from its instructions. */
export function saveSkill(sql: Sql, skill: StoredSkill): void {
  sql.journal.changing(skillRecord, skill.id);
  sql.journal.touched("agent", skill.agentId);
  sql.run(
    `INSERT INTO agent_skills (id, agent_id, name, name_key, instructions, summary, is_archived, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
       instructions = excluded.instructions, summary = excluded.summary, is_archived = excluded.is_archived,
       updated_at = excluded.updated_at`,
    skill.id,
    skill.agentId,
    skill.name,
    fold(skill.name),
    skill.instructions,
    summaryOf(skill.instructions),
    skill.isArchived,
    skill.createdAt,
    skill.updatedAt,
  );
}

/** The skill as the interface shows it. */
export function showSkill(skill: StoredSkill): AgentSkill {
  return {
    object: "agent_skill",
    id: skill.id,
    agentId: skill.agentId,
    name: skill.name,
    instructions: skill.instructions,
    summary: summaryOf(skill.instructions),
    isArchived: skill.isArchived,
    createdAt: toInstant(skill.createdAt),
    updatedAt: toInstant(skill.updatedAt),
  };
}

function toSkill(row: SqlRow): AgentSkill {
  return {
    object: "agent_skill",
    id: row[0] as string,
    agentId: row[1] as string,
    name: row[2] as string,
    instructions: row[3] as string | null,
    summary: row[4] as string | null,
    isArchived: row[5] === 1,
    createdAt: toInstant(row[6] as number),
    updatedAt: toInstant(row[7] as number),
  };
}

const limit = 200;
const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
/** What markdown puts before the words of a line: headings, quotes, bullets, numbers, check boxes. */
const marks = /^(?:#{1,6}\s+|>\s*|[-*+]\s+|\d+[.)]\s+|\[[ xX]\]\s+)+/;

/** The first sentence of the first line that says something, at most 200 characters; null when there is none. */
export function summaryOf(instructions: string | null): string | null {
  for (const line of (instructions ?? "").split(/\r\n|\r|\n/, 200)) {
    const words = line.trim().replace(marks, "").replaceAll(/\s+/g, " ").trim();
    if (/[\p{L}\p{N}]/u.test(words)) return shortened(firstSentence(words.slice(0, 4 * limit)));
  }
  return null;
}

function firstSentence(words: string): string {
  for (const { segment } of sentences.segment(words.toWellFormed())) return segment.trim();
  return words;
}

function shortened(sentence: string): string {
  const characters = Array.from(sentence);
  return characters.length <= limit
    ? sentence
    : `${characters
        .slice(0, limit - 1)
        .join("")
        .trimEnd()}…`;
}
