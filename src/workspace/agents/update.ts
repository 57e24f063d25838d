/** What an update would make of an agent: computed in the same way for the preview and for the update. */
import type { AgentFieldChange, AgentUpdate } from "../../schema/agent.ts";
import { ApiError, conflict, invalid } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Sql } from "../protocol/sql.ts";
import { activeAgentCount, activeAgentNamed, liveTodoOf, type StoredAgent } from "./queries.ts";
import { checkWorkingHours } from "./working-hours.ts";

const activeAgentLimit = limits.agents.workspace.max;

/** In the order of the Agent fields. */
const changeable = [
  "name",
  "description",
  "instructions",
  "requiresApproval",
  "approvalGuidance",
  "workingHoursEnabled",
  "workingHours",
  "isArchived",
] as const;

export interface Plan {
  /** The agent after the update, its version grown; the agent itself when nothing changes. */
  readonly next: StoredAgent;
  /** Empty when nothing changes. */
  readonly changes: AgentFieldChange[];
}

/**
 * Reckons an update without writing. Throws 400 for what contradicts itself, then 409 for a stale `expectedVersion`, then
 * what the state of the workspace forbids.
 */
export function planUpdate(sql: Sql, agent: StoredAgent, body: AgentUpdate, now: number): Plan {
  checkClear(body);
  if (body.workingHours) checkWorkingHours(body.workingHours);
  checkVersion(agent, body.expectedVersion);
  const wanted = withBody(agent, body);
  if (wanted.workingHoursEnabled && wanted.workingHours === null) throw hoursMissing(body);
  if (wanted.isArchived && !agent.isArchived) checkArchivable(sql, agent);
  if (!wanted.isArchived) checkActive(sql, wanted, agent.isArchived, body.name === undefined ? null : "name");
  const changes = changesBetween(agent, wanted);
  if (changes.length === 0) return { next: agent, changes };
  return { next: { ...wanted, version: agent.version + 1, updatedAt: now }, changes };
}

/** An optional text as it is stored: empty means none. */
export function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

/** Refuses a name that an active agent has, and one active agent too many. `joining`: the agent is not active so far. */
export function checkActive(sql: Sql, agent: StoredAgent, joining: boolean, param: "name" | null): void {
  const holder = activeAgentNamed(sql, agent.name);
  if (holder !== undefined && holder !== agent.id) {
    throw conflict(
      `An active agent is already named ${JSON.stringify(agent.name)} (names compare without regard to case): choose another name, or archive or rename that one.`,
      param,
    );
  }
  if (joining && activeAgentCount(sql) >= activeAgentLimit) {
    throw new ApiError(
      "validation_failed",
      `The workspace has ${activeAgentLimit} active agents, which is the limit: archive one first.`,
    );
  }
}

function withBody(agent: StoredAgent, body: AgentUpdate): StoredAgent {
  const cleared = new Set<string>(body.clear);
  const text = (field: "description" | "instructions" | "approvalGuidance"): string | null => {
    if (cleared.has(field)) return null;
    return body[field] === undefined ? agent[field] : textOrNull(body[field]);
  };
  const hours = body.workingHours === undefined ? agent.workingHours : body.workingHours;
  return {
    ...agent,
    name: body.name ?? agent.name,
    description: text("description"),
    instructions: text("instructions"),
    requiresApproval: body.requiresApproval ?? agent.requiresApproval,
    approvalGuidance: text("approvalGuidance"),
    workingHoursEnabled: body.workingHoursEnabled ?? agent.workingHoursEnabled,
    workingHours: cleared.has("workingHours") ? null : hours,
    isArchived: body.archived ?? agent.isArchived,
  };
}

/** Working hours are compared by their text: both come from the same shape, so their keys stand in the same order. */
function changesBetween(from: StoredAgent, to: StoredAgent): AgentFieldChange[] {
  return changeable
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

function checkClear(body: AgentUpdate): void {
  for (const [index, field] of (body.clear ?? []).entries()) {
    if (body[field] === undefined || textOrNull(body[field] as string | null) === null) continue;
    throw invalid(`clear[${index}]`, `clear[${index}]: ${field} is both cleared and set; send one of the two.`);
  }
}

/** Throws 409 for a version that is not the one the agent is at. */
export function checkVersion(agent: StoredAgent, expected: number | undefined): void {
  if (expected === undefined || expected === agent.version) return;
  throw conflict(
    `The agent is at version ${agent.version}, not ${expected}: read it again and repeat the change on what it is now.`,
    "expectedVersion",
  );
}

function hoursMissing(body: AgentUpdate): ApiError {
  if (body.workingHoursEnabled === true) {
    return invalid(
      "workingHoursEnabled",
      "workingHoursEnabled: the agent would have no workingHours; send workingHours in the same request.",
    );
  }
  const index = body.clear?.indexOf("workingHours") ?? -1;
  return invalid(
    index === -1 ? "workingHours" : `clear[${index}]`,
    "workingHours cannot be removed while they are in force; send workingHoursEnabled: false in the same request.",
  );
}

/**
 * Turns of the agent that are running, queued or waiting for an approval do not stand in the way: they end with it, and their chats stay
 * readable. New work for an archived agent is refused by `requireAgent`.
 */
function checkArchivable(sql: Sql, agent: StoredAgent): void {
  if (agent.isDefault) throw conflict("The default assistant cannot be archived: every workspace keeps one.");
  const todo = liveTodoOf(sql, agent.id);
  if (todo === undefined) return;
  const title = todo.title === null ? todo.id : `${JSON.stringify(todo.title)} (${todo.id})`;
  throw new ApiError(
    "series_action_required",
    `The live schedule of the todo ${title} uses this agent: pause or retire it, or assign another agent, first.`,
  );
}
