/** Which record a call is about. */
import type { Approval } from "../../schema/app.ts";
import { pathParameters } from "../../schema/operation.ts";
import { type Tool, toolNamed } from "../../schema/operations/tools.ts";
import type { ToolInput } from "../chats/tool-calls.ts";

export type MeantKind = NonNullable<Approval["record"]>["kind"];

export interface Meant {
  readonly kind: MeantKind;
  readonly id: string;
}

const kinds: Readonly<Record<string, MeantKind>> = {
  todoId: "todo",
  todoListId: "todo_list",
  agentId: "agent",
  skillId: "agent_skill",
  chatId: "chat",
  captureId: "capture",
};

/** The last record in the path of the operation; null for a call that makes something new. */
export function meantBy({ operation }: Tool, input: ToolInput): Meant | null {
  const parameter = pathParameters(operation.path).at(-1);
  const kind = parameter === undefined ? undefined : kinds[parameter];
  const id = parameter === undefined ? undefined : input[parameter];
  return kind === undefined || typeof id !== "string" ? null : { kind, id: id.toLowerCase() };
}

/** A call as it was recorded. */
export type Asked = Pick<Approval, "toolName" | "toolInput">;

/** What a recorded call is about; null for one that makes something new, or whose tool is not there any more. */
export function meantByAsked({ toolName, toolInput }: Asked): Meant | null {
  const tool = toolNamed(toolName);
  return tool === undefined ? null : meantBy(tool, toolInput);
}
