/** Setting an agent to work in a chat, and stopping it. */
import { conflict } from "../../schema/errors.ts";
import { type Carried, naming, together } from "../captures/boundary.ts";
import { addMessage, addText, type Moment } from "../chats/messages.ts";
import type { ChatRow } from "../chats/row.ts";
import { insertChat, type NewChat, setTurn } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import { enqueue } from "../work/queue.ts";
import { deepest, findTurn, isOver, type NewTurn, mustAsk } from "../chats/turn-rows.ts";
import { cancellation, describeDelay, endTurn, startTurn } from "./turns.ts";

/**
 * Adds a chat with its first message and a queued turn. `depth`: how many agents stand between it and a person, where that does
 * not follow from who calls. `carried`: content of captures in the message, in addition to that of the call that begins the chat.
 * Throws 409 when too many agents have started one another.
 */
export function startChat(
  context: Context,
  chat: Omit<NewChat, "id" | "turnId" | "createdAt"> & {
    readonly message: string;
    readonly depth?: number;
    readonly carried?: Carried;
  },
): { readonly chatId: string; readonly turnId: string } {
  const { sql, now, caller } = context;
  const depth = chat.depth ?? (context.acting === null ? 0 : context.acting.depth + 1);
  if (depth > deepest)
    throw conflict(`Agents have started one another ${deepest} times in a row: a person must continue from here.`);
  const chatId = context.newId();
  const turnId = context.newId();
  insertChat(sql, { ...chat, id: chatId, turnId, createdAt: now });
  const carried = together(context.acting?.carried ?? null, chat.carried ?? null);
  const block = naming({ type: "text" as const, text: chat.message }, carried);
  addMessage(context, { chatId, turnId, role: "user", text: chat.message, blocks: [block] });
  startTurn(context, { id: turnId, chatId, caller, depth, ...inherited(context) });
  if (chat.title === null) enqueue(context, "describe", chatId, now + describeDelay);
  return { chatId, turnId };
}

/** What a turn takes over from the one in which an agent begins it. */
function inherited({ sql, acting }: Context): Pick<NewTurn, "rootId" | "isGated"> {
  const by = acting === null ? undefined : findTurn(sql, acting.turnId);
  return by === undefined ? { rootId: null, isGated: false } : { rootId: by.rootId, isGated: mustAsk(sql, by) };
}

/** Adds a message and a queued turn to a chat whose turn has ended; answers the sequence of the message. */
export function continueChat(context: Context, chat: ChatRow, text: string): number {
  const turnId = context.newId();
  const place = setTurn(context.sql, chat.id, turnId, context.now);
  const sequence = addText(context, { chatId: chat.id, turnId, role: "user", text }, place);
  startTurn(context, { id: turnId, chatId: chat.id, caller: context.caller, depth: 0, ...inherited(context) });
  return sequence;
}

/** Cancels the turn of a chat, whatever it is doing; one that has ended keeps its outcome. */
export function stopChat(context: Moment, chat: ChatRow, why: string): void {
  const turn = findTurn(context.sql, chat.turnId);
  if (turn !== undefined && !isOver(turn.state)) endTurn(context, turn, cancellation(why));
}
