/** The rules of the agent operations. */
import type { Agent } from "../../schema/agent.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { resumeOffDuty } from "../series/lifecycle.ts";
import {
  agentRow,
  insertAgent,
  saveAgent,
  savePhoto,
  saveSettings,
  type StoredAgent,
  usualSettings,
} from "../agents/queries.ts";
import { allAgents, readAgent, withSkills } from "../agents/read.ts";
import { liveChatsOfAgent } from "../chats/queries.ts";
import { stopChat } from "../runs/start.ts";
import { toSettings, withSettings } from "../agents/settings.ts";
import { checkActive, checkVersion, type Plan, planUpdate, textOrNull } from "../agents/update.ts";

/** Each agent comes with its active skills. */
export const listAgents: Handler<"listAgents"> = ({ sql }, { query }) => {
  const data = allAgents(sql, query.includeArchived);
  return { object: "list", data, hasMore: false, nextCursor: null };
};

export const createAgent: Handler<"createAgent"> = ({ sql, now, newId }, { body }) => {
  const agent: StoredAgent = {
    id: newId(),
    name: body.name,
    description: textOrNull(body.description),
    instructions: textOrNull(body.instructions),
    version: 1,
    requiresApproval: body.requiresApproval ?? true,
    approvalGuidance: textOrNull(body.approvalGuidance),
    workingHoursEnabled: false,
    workingHours: null,
    settings: usualSettings,
    photoId: null,
    isDefault: false,
    isArchived: false,
    createdAt: now,
    updatedAt: now,
  };
  checkActive(sql, agent, true, "name");
  insertAgent(sql, agent);
  return withSkills(sql, agent);
};

export const getAgent: Handler<"getAgent"> = ({ sql }, { path }) => readAgent(sql, path.agentId);

export const updateAgent: Handler<"updateAgent"> = (context, { path, body }) => {
  const { next, changes } = apply(context, path.agentId, body);
  return { ...withSkills(context.sql, next), changes };
};

export const previewAgentUpdate: Handler<"previewAgentUpdate"> = ({ sql, now }, { path, body }) => {
  const agent = agentRow(sql, path.agentId);
  const { changes } = planUpdate(sql, agent, body, now);
  return {
    object: "agent_update_preview",
    agentId: agent.id,
    version: agent.version,
    noop: changes.length === 0,
    changes,
  };
};

export const deleteAgent: Handler<"deleteAgent"> = (context, { path }) => {
  const { changes } = apply(context, path.agentId, { archived: true });
  const already = changes.length === 0 ? { alreadyArchived: true } : {};
  return { object: "deleted", deleted: true, recoverable: true, ...already };
};

/** Restoring an active agent changes nothing. */
export const restoreAgent: Handler<"restoreAgent"> = (context, { path }) =>
  withSkills(context.sql, apply(context, path.agentId, { archived: false }).next);

export const getAgentSettings: Handler<"getAgentSettings"> = ({ sql }, { path }) =>
  toSettings(agentRow(sql, path.agentId));

export const updateAgentSettings: Handler<"updateAgentSettings"> = ({ sql, now }, { path, body }) => {
  const agent = agentRow(sql, path.agentId);
  checkVersion(agent, body.expectedVersion);
  const next = withSettings(agent, body, now);
  if (next !== agent) saveSettings(sql, next);
  return toSettings(next);
};

/** The photo's file is stored by now. */
export const setAgentPhoto: Handler<"setAgentPhoto"> = (context, { path, body }) =>
  photographed(context, path.agentId, body.id);

export const removeAgentPhoto: Handler<"removeAgentPhoto"> = (context, { path }) =>
  photographed(context, path.agentId, null);

function photographed(context: Context, agentId: string, imageId: string | null): Agent {
  const { photoId } = agentRow(context.sql, agentId);
  if (photoId !== imageId) savePhoto(context, agentId, imageId);
  return readAgent(context.sql, agentId);
}

/** One way for all changes, so that archiving counts as an update whichever operation asks for it. */
function apply(context: Context, agentId: string, body: Parameters<typeof planUpdate>[2]): Plan {
  const { sql, now } = context;
  const plan = planUpdate(sql, agentRow(sql, agentId), body, now);
  if (plan.changes.length > 0) saveAgent(sql, plan.next);
  if (plan.changes.some(({ field }) => field.startsWith("workingHours"))) resumeOffDuty(context);
  if (plan.next.isArchived && plan.changes.length > 0) stopWork(context, agentId);
  return plan;
}

/** An archived agent works no more: its turns end, and nobody is asked about what they wanted. The one that archives it says so itself. */
function stopWork(context: Context, agentId: string): void {
  for (const chat of liveChatsOfAgent(context.sql, agentId)) {
    if (chat.id !== context.acting?.chatId) stopChat(context, chat, "The agent was archived.");
  }
}
