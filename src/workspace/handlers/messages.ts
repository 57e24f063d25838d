/** The operations on the messages of a chat. */
import type { ChatRun } from "../../schema/chat.ts";
import { ApiError, conflict } from "../../schema/errors.ts";
import { agentRow } from "../agents/queries.ts";
import { carriedIn, mayReadCaptures, seenWith } from "../captures/boundary.ts";
import { findImage, takeImages, toAttached, unsentMs } from "../images/queries.ts";
import { type Context, type Handler, requireMinutes } from "../protocol/context.ts";
import { decodePosition, invalidCursor, page } from "../protocol/cursor.ts";
import { continueChat } from "../runs/start.ts";
import { rejectByMessage } from "../runs/decisions.ts";
import { findTurn } from "../chats/turn-rows.ts";
import { occurrenceOfChat } from "../series/occurrence-rows.ts";
import type { Sql } from "../protocol/sql.ts";
import { toInstant } from "../time/instant.ts";
import { addText, messagesAfter, type Said } from "../chats/messages.ts";
import type { ChatRow } from "../chats/row.ts";
import { chatRow } from "../chats/queries.ts";

/** One page, oldest first; what carries content of captures is withheld from who may not read them. Throws 400 for a cursor of another list, 404. */
export const listMessages: Handler<"listMessages"> = ({ sql, caller, acting }, { path, query }) => {
  const chat = chatRow(sql, path.chatId);
  const { limit } = query;
  const after = query.cursor === undefined ? query.afterSequence : sequenceOf(query.cursor);
  const shown = page(messagesAfter(sql, chat.id, after, limit + 1), limit, ({ sequence }) => [sequence]);
  const carried = mayReadCaptures(caller.scopes) ? carriedIn(shown.rows) : null;
  if (carried !== null) acting?.shows(carried);
  const data = seenWith(caller.scopes, shown.rows);
  return { object: "list", data, hasMore: shown.hasMore, nextCursor: shown.nextCursor };
};

/**
 * Sends a message, and the agent continues. To a chat that waits for decisions it is the answer to all of them: they count as
 * rejected. Throws 402, 404, and 409 in mid-turn, for an archived chat, for one whose agent is archived, and for that of a scheduled
 * run that has ended.
 */
export const sendMessage: Handler<"sendMessage"> = (context, { path, body }) =>
  send(context, path.chatId, { ...body, attachmentIds: [] });

/** The same with images. Throws 404 or 409 for one that cannot be taken, too. */
export const sendMessageWithImages: Handler<"sendMessageWithImages"> = (context, { path, body }) =>
  send(context, path.chatId, body);

function send(context: Context, chatId: string, { message, attachmentIds }: Sent): ChatRun {
  const chat = chatRow(context.sql, chatId);
  if (chat.status === "queued" || chat.status === "running") {
    throw conflict("The agent is at work in this chat: wait until its turn has ended, or cancel it.");
  }
  refuseEndedOccurrence(context.sql, chat);
  if (chat.isArchived) throw conflict("The chat is archived: restore it first.");
  if (agentRow(context.sql, chat.agentId).isArchived) {
    throw conflict("The agent of this chat is archived: restore it, or start a chat with another.");
  }
  requireMinutes(context);
  const isAnswer = chat.status === "awaiting_input";
  const said = { text: message, attachments: takeImages(context, chat.id, attachmentIds) };
  const messageSequence = isAnswer ? answer(context, chat, said) : continueChat(context, chat, said);
  const status = isAnswer ? chatRow(context.sql, chat.id).status : "queued";
  return { object: "chat_run", chatId: chat.id, status, messageSequence, replies: [], timedOut: false };
}

/** The image, whose file is stored by now. */
export const createAttachment: Handler<"createAttachment"> = ({ sql }, { body }) => {
  const image = findImage(sql, body.id);
  if (image === undefined) throw new Error(`Expected the image ${body.id}, which was stored before.`);
  const { createdAt } = image;
  const expiresAt = toInstant(createdAt + unsentMs);
  return { object: "attachment", ...toAttached(image), createdAt: toInstant(createdAt), expiresAt };
};

interface Sent {
  readonly message: string;
  readonly attachmentIds: readonly string[];
}

/** What a schedule started ends with its occurrence, which is final: its chat is the record of it. */
function refuseEndedOccurrence(sql: Sql, { id, todoId }: ChatRow): void {
  const occurrence = todoId === null ? undefined : occurrenceOfChat(sql, id);
  if (occurrence === undefined || occurrence.finishedAt === null) return;
  throw new ApiError(
    "occurrence_invalid_transition",
    `The scheduled run of this chat has ended (${occurrence.status}): start another chat for the todo, or run it again.`,
  );
}

function answer(context: Context, chat: ChatRow, said: Said): number {
  const turn = findTurn(context.sql, chat.turnId);
  if (turn === undefined) throw new Error(`Expected the turn ${chat.turnId} of a waiting chat.`);
  rejectByMessage(context, turn, context.caller, said.text);
  return addText(context, { chatId: chat.id, turnId: turn.id, role: "user", ...said });
}

function sequenceOf(cursor: string): number {
  const [sequence] = decodePosition(cursor, 1);
  if (typeof sequence !== "number") throw invalidCursor();
  return sequence;
}
