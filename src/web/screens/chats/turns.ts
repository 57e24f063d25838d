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

/** The call that the block is, or asks for. */
export function callOf(block: Block): string | null {
  if (block.type === "tool_call") return block.id;
  return block.type === "approval_request" ? block.toolCallId : null;
}
