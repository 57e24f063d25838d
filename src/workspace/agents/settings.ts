/** With what an agent works: read and changed. */
import type { AgentSettings, AgentSettingsUpdate } from "../../schema/agent-settings.ts";
import { invalid } from "../../schema/errors.ts";
import { agentTools, toolNamed, usualTools } from "../../schema/operations/tools.ts";
import type { StoredAgent, StoredSettings } from "./queries.ts";

/** The settings of the agent as the interface shows them. */
export function toSettings({ id, version, settings }: StoredAgent): AgentSettings {
  return { object: "agent_settings", id, version, ...settings, toolChoices: [...toolChoices] };
}

const toolChoices: AgentSettings["toolChoices"] = agentTools.map(({ name, description, changes }) => ({
  name,
  description,
  changes,
  isUsual: usualTools.has(name),
}));

/** The agent with the settings of the update; itself when nothing changes. Throws 400 for a tool that there is not. */
export function withSettings(agent: StoredAgent, body: AgentSettingsUpdate, now: number): StoredAgent {
  const { settings } = agent;
  const { model = settings.model, fallbackModel = settings.fallbackModel, tools = settings.tools } = body;
  const budget = body.budget === undefined ? settings.budget : budgetOf(body.budget);
  checkTools(body.tools ?? []);
  const next: StoredSettings = { model, fallbackModel, tools: tools && [...new Set(tools)], budget };
  if (JSON.stringify(next) === JSON.stringify(settings)) return agent;
  return { ...agent, settings: next, version: agent.version + 1, updatedAt: now };
}

/** A budget without a limit is none. */
function budgetOf(budget: AgentSettingsUpdate["budget"]): StoredSettings["budget"] {
  const { runs = null, changes = null, activeMinutes = null, modelCalls = null } = budget ?? {};
  const limits = { runs, changes, activeMinutes, modelCalls };
  return Object.values(limits).every((limit) => limit === null) ? null : limits;
}

/** Of the service, as agents name it. */
type MostOfEach = Readonly<Record<keyof NonNullable<StoredSettings["budget"]>, number>>;

/** Throws 400 for a budget of an agent that is above that of the service: an agent has as much or less. */
export function requireNoMore(allowed: MostOfEach, { budget }: Pick<AgentSettingsUpdate, "budget">): void {
  for (const name of ["runs", "changes", "activeMinutes", "modelCalls"] as const) {
    const [given, most] = [budget?.[name] ?? null, allowed[name]];
    if (given === null || given <= most) continue;
    const accepted = `Expected a number from 1 to ${most}, or null for as much as the service.`;
    throw invalid(`budget.${name}`, `budget.${name}: ${given} is more than the service allows. ${accepted}`);
  }
}

function checkTools(names: readonly string[]): void {
  const at = names.findIndex((name) => toolNamed(name) === undefined);
  if (at === -1) return;
  const known = agentTools.map(({ name }) => name).join(", ");
  throw invalid(`tools[${at}]`, `tools[${at}]: there is no tool ${JSON.stringify(names[at])}. Accepted: ${known}.`);
}
