/** The operations on chats; those on their messages are in messages.ts. */
import { ApiError, notFound } from "../../schema/errors.ts";
import { defaultAgentId, requireAgent } from "../agents/queries.ts";
import { captureExists } from "../captures/queries.ts";
import { type Context, type Handler, requireMinutes } from "../protocol/context.ts";
import { decodePosition, page } from "../protocol/cursor.ts";
import { eraseChat, startChat, stopChat } from "../runs/start.ts";
import { todoRow } from "../todos/queries.ts";
import { chatRows, positionOf } from "../chats/page.ts";
import * as queries from "../chats/queries.ts";
import { toChat } from "../chats/row.ts";

/** One page, most recently active first. Throws 400 for a cursor of another list. */
export const listChats: Handler<"listChats"> = ({ sql }, { query }) => {
  const { limit } = query;
  const filter = {
    isArchived: query.includeArchived,
    status: query.status,
    agentId: query.agentId,
    query: query.query,
  };
  const position = query.cursor === undefined ? null : decodePosition(query.cursor, 2);
  const shown = page(chatRows(sql, filter, limit + 1, position), limit, positionOf);
  return {
    object: "list",
    data: shown.rows.map(toChat),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
  };
};

/** The new chat, its agent about to start. Throws 402, 403 (captures), 404 or 409 naming the field. */
export const createChat: Handler<"createChat"> = (context, { body }) => create(context, body);

/** The same with images in its first message. Throws 404 or 409 for one that cannot be taken, too. */
export const createChatWithImages: Handler<"createChatWithImages"> = (context, { body }) =>
  create(context, body, body.attachmentIds);

function create(context: Context, body: Parameters<typeof createChat>[1]["body"], attachmentIds?: readonly string[]) {
  const { sql } = context;
  const captureIds = body.captureIds ?? [];
  requireCaptures(context, captureIds);
  if (body.agentId !== undefined) requireAgent(sql, body.agentId, "agentId");
  if (body.todoId !== undefined) todoRow(sql, body.todoId, "todoId");
  requireMinutes(context);
  const { chatId } = startChat(context, {
    agentId: body.agentId ?? defaultAgentId(sql),
    namesAgent: body.agentId !== undefined,
    todoId: body.todoId ?? null,
    timezone: body.timezone ?? "UTC",
    title: body.title ?? null,
    message: body.message,
    ...(attachmentIds && { attachmentIds }),
  });
  queries.addCaptures(sql, chatId, captureIds);
  return show(context, chatId);
}

/** The chat, archived or not. Throws 404. */
export const getChat: Handler<"getChat"> = (context, { path }) => show(context, path.chatId);

/** The chat under its new title. Throws 404. */
export const updateChat: Handler<"updateChat"> = (context, { path, body }) => {
  const chat = queries.chatRow(context.sql, path.chatId);
  if (body.title !== undefined) queries.setTexts(context.sql, chat.id, body.title, chat.subtitle);
  return show(context, chat.id);
};

/** Archives, and the agent continues what it does; or erases with `permanent`, and a turn that has not ended is stopped. Throws 404. */
export const deleteChat: Handler<"deleteChat"> = (context, { path, query }) => {
  const { sql } = context;
  const chat = queries.chatRow(sql, path.chatId);
  if (query.permanent === true) {
    eraseChat(context, chat);
    return { object: "deleted", deleted: true, recoverable: false };
  }
  if (chat.isArchived) return { object: "deleted", deleted: true, recoverable: true, alreadyArchived: true };
  queries.setArchived(sql, chat.id, true);
  return { object: "deleted", deleted: true, recoverable: true };
};

/** The chat, active again. Throws 404. */
export const restoreChat: Handler<"restoreChat"> = (context, { path }) => {
  queries.setArchived(context.sql, queries.chatRow(context.sql, path.chatId).id, false);
  return show(context, path.chatId);
};

/** The chat, stopped; one whose turn has ended keeps its outcome. Throws 404. */
export const cancelChat: Handler<"cancelChat"> = (context, { path }) => {
  stopChat(context, queries.chatRow(context.sql, path.chatId), "The turn was cancelled.");
  return show(context, path.chatId);
};

function show({ sql }: Context, id: string) {
  return toChat(queries.chatRow(sql, id));
}

function requireCaptures({ sql, caller }: Context, captureIds: readonly string[]): void {
  if (captureIds.length > 0 && !caller.scopes.includes("captures:read")) {
    throw new ApiError("missing_scope", "captureIds needs the scope captures:read, which this credential lacks.", {
      param: "captureIds",
    });
  }
  for (const [index, id] of captureIds.entries()) {
    if (!captureExists(sql, id)) throw notFound("capture", id, `captureIds[${index}]`);
  }
}
