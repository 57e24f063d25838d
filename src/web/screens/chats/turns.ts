/** A chat in turns: what a person said, and all that followed from it. */
import type { Block, Message } from "../../../schema/chat.ts";

export interface Turn {
  /** When it began. */
  readonly at: string;
  /** Its last message, below which is said what it changed. */
  readonly lastId: string;
  /** Ids of the calls that the agent made in it. */
  readonly calls: readonly string[];
}

export function turnsOf(messages: readonly Message[]): readonly Turn[] {
  const turns: Turn[] = [];
  for (const { id, role, createdAt, blocks } of messages) {
    const calls = blocks.flatMap((block) => (block.type === "tool_call" ? [block.id] : []));
    const turn = turns.at(-1);
    if (role === "user" || turn === undefined) turns.push({ at: createdAt, lastId: id, calls });
    else turns[turns.length - 1] = { ...turn, lastId: id, calls: [...turn.calls, ...calls] };
  }
  return turns;
}

/** The id of the element that a message is drawn as. */
export function elementOf({ id }: Pick<Message, "id">): string {
  return `message-${id}`;
}

/** The same of a call, or of the request for it. */
export function callElement(callId: string): string {
  return `call-${callId}`;
}

/** Whether the element is the message, or a call in it. */
export function holds(message: Message, elementId: string | null): boolean {
  return elementOf(message) === elementId || message.blocks.some((block) => elementOfCall(block) === elementId);
}

function elementOfCall(block: Block): string | null {
  if (block.type === "tool_call") return callElement(block.id);
  return block.type === "approval_request" ? callElement(block.toolCallId) : null;
}
