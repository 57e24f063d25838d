/** Changes of lists, agents and their skills as sentences. */
import type { InputOf } from "../../schema/operations/index.ts";
import { type Names, type Change, changesOf, fieldsOf, inBrackets } from "./words.ts";
import { quote } from "../protocol/text.ts";

/** `Create the list "…"`. */
export function createTodoList(_names: Names, { body: { name, ...look } }: InputOf<"createTodoList">): string {
  return `Create the list ${quote(name)}${inBrackets(fieldsOf(look))}`;
}

/** `Rename the list "A" to "B"`, `Archive the list "A"`, `Change the list "A": …`. */
export function updateTodoList(names: Names, { path, body }: InputOf<"updateTodoList">): string {
  return changed(names.list(path.todoListId), body);
}

/** `Archive the list "…"`. */
export function deleteTodoList(names: Names, { path }: InputOf<"deleteTodoList">): string {
  return `Archive ${names.list(path.todoListId)}`;
}

/** `Create the agent "…" (…)`. */
export function createAgent(_names: Names, { body }: InputOf<"createAgent">): string {
  const { name, requiresApproval, ...rest } = body;
  return `Create the agent ${quote(name)}${inBrackets([...fieldsOf(rest), ...freedom(requiresApproval)])}`;
}

/** `Change the agent "…": …`. */
export function updateAgent(names: Names, { path, body }: InputOf<"updateAgent">): string {
  const { requiresApproval, expectedVersion: _version, clear = [], ...rest } = body;
  const cleared = Object.fromEntries(clear.map((name) => [name, null]));
  return changed(names.agent(path.agentId), { ...rest, ...cleared }, freedom(requiresApproval));
}

/** `Archive the agent "…"`. */
export function deleteAgent(names: Names, { path }: InputOf<"deleteAgent">): string {
  return `Archive ${names.agent(path.agentId)}`;
}

/** `Restore the agent "…"`. */
export function restoreAgent(names: Names, { path }: InputOf<"restoreAgent">): string {
  return `Restore ${names.agent(path.agentId)}`;
}

/** `Give the agent "…" the skill "…"`. */
export function createAgentSkill(names: Names, { path, body }: InputOf<"createAgentSkill">): string {
  const { name, ...rest } = body;
  return `Give ${names.agent(path.agentId)} the skill ${quote(name)}${inBrackets(fieldsOf(rest))}`;
}

/** `Change the skill "…" of the agent "…": …`. */
export function updateAgentSkill(names: Names, { path, body }: InputOf<"updateAgentSkill">): string {
  const { expectedUpdatedAt: _seen, clear = [], ...rest } = body;
  const cleared = Object.fromEntries(clear.map((name) => [name, null]));
  return changed(skillOf(names, path), { ...rest, ...cleared });
}

/** `Archive the skill "…" of the agent "…"`. */
export function deleteAgentSkill(names: Names, { path }: InputOf<"deleteAgentSkill">): string {
  return `Archive ${skillOf(names, path)}`;
}

function skillOf(names: Names, { agentId, skillId }: InputOf<"getAgentSkill">["path"]): string {
  return `${names.skill(skillId)} of ${names.agent(agentId)}`;
}

/** What a change of `requiresApproval` comes to. */
function freedom(requiresApproval: boolean | undefined): string[] {
  if (requiresApproval === undefined) return [];
  return [requiresApproval ? "it must ask before it changes something" : "it may change things without asking"];
}

interface Fields {
  readonly [name: string]: unknown;
  readonly name?: string | undefined;
  readonly archived?: boolean | undefined;
}

function changed(thing: string, { name, archived, ...rest }: Fields, more: readonly string[] = []): string {
  const changes: Change[] = [];
  if (name !== undefined) {
    const to = `to ${quote(name)}`;
    changes.push({ all: `rename ${thing} ${to}`, part: `rename it ${to}` });
  }
  if (archived !== undefined) {
    const verb = archived ? "archive" : "restore";
    changes.push({ all: `${verb} ${thing}`, part: `${verb} it` });
  }
  for (const part of [...fieldsOf(rest), ...more]) changes.push({ all: `change ${thing}: ${part}`, part });
  return changesOf(thing, changes);
}

/** `Undo the last changes of this chat`. */
export function undoRecordChanges(): string {
  return "Undo the last changes of this chat";
}
