/** The request of a step: what the model is shown of the turn, within its window. */
import type { Scope } from "../../schema/scopes.ts";
import { type Carried, carriedIn, mayReadCaptures, seenWith } from "../../workspace/captures/boundary.ts";
import type { Attached } from "../../workspace/chats/model-calls.ts";
import type { Seen, TurnView } from "../../workspace/runs/turn-view.ts";
import type { OutsideTool } from "../runtime/outside.ts";
import type { Model, ModelMessage, ModelRequest, ModelTool } from "../runtime/ports.ts";
import { messagesOf, toContextMessages } from "./conversation.ts";
import { fitted, leftOutMessages, shortened } from "./fit.ts";
import { systemPrompt } from "./prompt.ts";
import { offeredTools, toolsFor } from "./tools.ts";

export interface Requests {
  /** The request that fills at most this part of the window. */
  readonly requestWithin: (part: number) => ModelRequest;
  /** Content of captures in it: none for a turn that may not read them. */
  readonly carried: Carried;
}

/** A turn as it is seen, with the tools outside that its agent was given. */
export type Asked = Seen & { readonly outside: readonly OutsideTool[] };

/** The request to this model about the turn as it is seen by a caller with these scopes. */
export function requestsOf(
  { window }: Pick<Model, "window">,
  { view, outside }: Pick<Asked, "view" | "outside">,
  attached: ReadonlyMap<string, Attached>,
  { now, scopes }: { readonly now: number; readonly scopes: readonly Scope[] },
): Requests {
  const { agent, todoId, timezone, captureIds } = view;
  const mayRead = mayReadCaptures(scopes);
  const context = mayRead ? view.context : [];
  const system = systemPrompt({ agent, todoId, timezone });
  const isWhole = window === undefined;
  const conversation = conversationOf(view, scopes, attached, isWhole);
  const messages = [...toContextMessages(context), ...conversation];
  const inside = isWhole ? toolsFor(scopes) : offeredTools(scopes, conversation);
  const tools = outside.length === 0 ? inside : [...inside, ...outside.map(offered)];
  const others = system.length + (isWhole ? 0 : JSON.stringify(tools).length);
  const requestWithin = (part: number): ModelRequest => {
    const fitting = isWhole ? messages : fitted(messages, Math.max(smallest, window * part - others));
    return { system, messages: fitting, tools, now, timezone };
  };
  const shown = [...view.messages, ...(view.leftOut?.said ?? [])];
  const isClean = !mayRead || (context.length === 0 && carriedIn(shown) === null);
  return { requestWithin, carried: isClean ? null : captureIds };
}

function offered({ name, description, inputSchema }: OutsideTool): ModelTool {
  return { name, description, inputSchema };
}

/** Characters of a conversation, however small the window is. */
const smallest = 4000;

function conversationOf(
  view: TurnView,
  scopes: readonly Scope[],
  attached: ReadonlyMap<string, Attached>,
  isWhole: boolean,
): ModelMessage[] {
  const { leftOut, shortBefore, edited } = view;
  const said = seenWith(scopes, leftOut?.said ?? []).map(({ text }) => text);
  const messages = messagesOf(seenWith(scopes, view.messages), edited, attached);
  if (isWhole) return messages.map(({ message }) => message);
  const shown = messages.map(({ sequence, message }) => (sequence < shortBefore ? shortened(message) : message));
  return [...leftOutMessages(leftOut, said), ...shown];
}
