/** What undoes a change of a record: the ordinary operation that brings back what was, for what still is as the change left it. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { OwnKind } from "../../schema/record-kinds.ts";
import type { Entry } from "./entries.ts";
import { fieldsBack, type Refusal } from "./fields.ts";

export interface Call {
  readonly operation: WorkspaceOperationId;
  readonly input: {
    readonly path: Readonly<Record<string, string>>;
    readonly query: object;
    readonly body: object | undefined;
  };
}

/** The calls that undo a change, in order, and what of it they leave. */
export interface Inverse {
  readonly calls: readonly Call[];
  readonly left: readonly Refusal[];
}

type Fields = Readonly<Record<string, unknown>>;

/** The calls that archive a record, or bring it back. */
export function archiving(entry: Entry, now: Fields, isArchived: boolean): Inverse {
  const { kind, recordId } = entry;
  if (kind === "todo_run") return cancelling(now);
  if (kind === "todo_list") return one("updateTodoList", { todoListId: recordId }, { archived: isArchived });
  if (kind === "agent_skill") {
    const path = { agentId: now["agentId"] as string, skillId: recordId };
    return one("updateAgentSkill", path, { archived: isArchived });
  }
  const { parameter, archive, restore } = archivable[kind];
  return one(isArchived ? archive : restore, { [parameter]: recordId });
}

const archivable = {
  todo: { parameter: "todoId", archive: "deleteTodo", restore: "restoreTodo" },
  chat: { parameter: "chatId", archive: "deleteChat", restore: "restoreChat" },
  agent: { parameter: "agentId", archive: "deleteAgent", restore: "restoreAgent" },
  capture: { parameter: "captureId", archive: "deleteCapture", restore: "restoreCapture" },
} as const;

/** A run that has ended stays in the history of its todo; its chat is cancelled while it goes on. */
function cancelling(now: Fields): Inverse {
  return one("cancelChat", { chatId: now["chatId"] as string });
}

/** The calls that put the fields back that still have the value which the change gave them. */
export function puttingBack(entry: Entry, now: Fields, at: number): Inverse {
  const { body, left } = fieldsBack(entry, now, at);
  if (Object.keys(body).length === 0) return { calls: [], left };
  const { operation, path } = updateOf(entry.kind, entry.recordId, now);
  return { calls: [{ operation, input: { path, query: {}, body } }], left };
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

/** A run has no fields to be put back: its chat has. */
const updates = {
  todo: { operation: "updateTodo", parameter: "todoId" },
  todo_list: { operation: "updateTodoList", parameter: "todoListId" },
  todo_run: { operation: "updateChat", parameter: "chatId" },
  chat: { operation: "updateChat", parameter: "chatId" },
  agent: { operation: "updateAgent", parameter: "agentId" },
  capture: { operation: "updateCapture", parameter: "captureId" },
} as const;

function one(operation: WorkspaceOperationId, path: Readonly<Record<string, string>>, body?: object): Inverse {
  return { calls: [{ operation, input: { path, query: {}, body } }], left: [] };
}
