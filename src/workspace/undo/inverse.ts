/** What undoes a change of a record: the ordinary operation that brings back what was, for what still is as the change left it. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { OwnKind } from "../../schema/record-kinds.ts";
import type { Entry } from "./entries.ts";
import { agentSettingFields, fieldsBack, type Refusal } from "./fields.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface Call {
  readonly operation: WorkspaceOperationId;
  readonly input: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: object;
    readonly body: Fields | undefined;
  };
}

/** The calls that undo a change, in order, and what of it they leave. */
export interface Inverse {
  readonly calls: readonly Call[];
  readonly left: readonly Refusal[];
}

/** The calls that archive what was made. A run has ended by itself, or its chat is cancelled. */
export function archiving({ kind, recordId }: Entry, now: Fields): Inverse {
  if (kind === "todo_run") return { calls: [call("cancelChat", { chatId: now["chatId"] as string })], left: [] };
  if (isFlagged(kind)) return { calls: [updating(kind, recordId, now, { archived: true })], left: [] };
  return { calls: [flipping(kind, recordId, true)], left: [] };
}

/** Kinds whose update also archives. */
type Flagged = "todo_list" | "agent" | "agent_skill";

function isFlagged(kind: OwnKind): kind is Flagged {
  return kind === "todo_list" || kind === "agent" || kind === "agent_skill";
}

const archivable = {
  todo: { parameter: "todoId", archive: "deleteTodo", restore: "restoreTodo" },
  chat: { parameter: "chatId", archive: "deleteChat", restore: "restoreChat" },
  capture: { parameter: "captureId", archive: "deleteCapture", restore: "restoreCapture" },
} as const;

function flipping(kind: keyof typeof archivable, id: string, isArchived: boolean): Call {
  const { parameter, archive, restore } = archivable[kind];
  return call(isArchived ? archive : restore, { [parameter]: id });
}

/** The calls that put the fields back that still have the value which the change gave them. */
export function puttingBack({ kind, recordId, ...entry }: Entry, now: Fields, at: number): Inverse {
  const { body, isArchived, left } = fieldsBack({ ...entry, kind }, now, at);
  if (kind === "todo_run" || isFlagged(kind)) {
    const { own, settings } = apart(kind, body);
    const whole = { ...own, ...(isArchived !== null && { archived: isArchived }) };
    const calls = updatingWith(kind, recordId, now, whole);
    if (Object.keys(settings).length > 0) calls.push(call("updateAgentSettings", { agentId: recordId }, settings));
    return { calls, left };
  }
  const update = updatingWith(kind, recordId, now, body);
  const flip = isArchived === null ? [] : [flipping(kind, recordId, isArchived)];
  return { calls: isArchived === false ? [...flip, ...update] : [...update, ...flip], left };
}

/** With what an agent works has an operation of its own. */
function apart(kind: OwnKind, body: Fields): { readonly own: Fields; readonly settings: Fields } {
  const isSetting = (name: string): boolean => kind === "agent" && agentSettingFields.includes(name);
  const entries = Object.entries(body);
  return {
    own: Object.fromEntries(entries.filter(([name]) => !isSetting(name))),
    settings: Object.fromEntries(entries.filter(([name]) => isSetting(name))),
  };
}

function updatingWith(kind: OwnKind, id: string, now: Fields, body: Fields): Call[] {
  return Object.keys(body).length === 0 ? [] : [updating(kind, id, now, body)];
}

function updating(kind: OwnKind, id: string, now: Fields, body: Fields): Call {
  const { operation, path } = updateOf(kind, id, now);
  return call(operation, path, body);
}

interface Update {
  readonly operation: WorkspaceOperationId;
  readonly path: Readonly<Record<string, string>>;
}

function updateOf(kind: OwnKind, id: string, now: Fields): Update {
  if (kind === "agent_skill") {
    return { operation: "updateAgentSkill", path: { agentId: now["agentId"] as string, skillId: id } };
  }
  const { operation, parameter } = updates[kind];
  return { operation, path: { [parameter]: id } };
}

/** A run has no fields of its own to be put back: its chat has. */
const updates = {
  todo: { operation: "updateTodo", parameter: "todoId" },
  todo_list: { operation: "updateTodoList", parameter: "todoListId" },
  todo_run: { operation: "updateChat", parameter: "chatId" },
  chat: { operation: "updateChat", parameter: "chatId" },
  agent: { operation: "updateAgent", parameter: "agentId" },
  capture: { operation: "updateCapture", parameter: "captureId" },
} as const;

function call(operation: WorkspaceOperationId, path: Readonly<Record<string, string>>, body?: Fields): Call {
  return { operation, input: { path, query: {}, body } };
}
