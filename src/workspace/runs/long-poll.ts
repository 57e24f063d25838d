/** What is known about turns to those who wait for them. */
import type { Chat, ChatRun } from "../../schema/chat.ts";
import type { Scope } from "../../schema/scopes.ts";
import { seenWith } from "../captures/boundary.ts";
import { messagesAfter, repliesOf } from "../chats/messages.ts";
import { chatRow, turnIdOf } from "../chats/queries.ts";
import { toChat } from "../chats/row.ts";
import type { Sql } from "../protocol/sql.ts";

/** The turn that the answer of createChat or sendMessage stands for; null for any other answer. */
export function turnOf(sql: Sql, answer: unknown): string | null {
  if (!isWaitAnswer(answer)) return null;
  return turnIdOf(sql, answer.object === "chat" ? answer.id : answer.chatId) ?? null;
}

/** Those of the turns of which nothing more comes without a person: they ended, or wait for a decision; or there is none. */
export function endedTurns(sql: Sql, turnIds: readonly string[]): string[] {
  const text = "SELECT 1 FROM turns WHERE id = ? AND state IN ('queued', 'running')";
  return turnIds.filter((turnId) => sql.get(text, turnId) === undefined);
}

/**
 * The answer as things stand now, in place of the first one: the chat, or the run with what the turn has answered since its
 * message; `timedOut` when the turn has not ended. Throws 404 when the chat was erased in the meantime.
 */
export function answerAfterWait(sql: Sql, answer: unknown, turnId: string): Chat | ChatRun {
  if (!isWaitAnswer(answer)) throw new TypeError("Expected the answer of createChat or sendMessage.");
  const chat = chatRow(sql, answer.object === "chat" ? answer.id : answer.chatId);
  if (answer.object === "chat") return toChat(chat);
  return {
    ...answer,
    status: chat.status,
    replies: repliesOf(sql, chat.id, turnId, answer.messageSequence),
    // A turn that is not the last one of its chat has ended.
    timedOut: chat.turnId === turnId && (chat.status === "queued" || chat.status === "running"),
  };
}

/** The answer with its replies as they are stored: what was erased since they were read is not in them. */
export function answerAsStored(sql: Sql, answer: unknown): unknown {
  if (!isWaitAnswer(answer) || answer.object === "chat") return answer;
  const replies = answer.replies.flatMap(({ sequence }) => messagesAfter(sql, answer.chatId, sequence - 1, 1));
  return { ...answer, replies };
}

/** The answer as somebody with these scopes may see it; also of a replay, whose record holds it whole. */
export function seenAnswer(answer: unknown, scopes: readonly Scope[]): unknown {
  if (!isWaitAnswer(answer) || answer.object === "chat") return answer;
  return { ...answer, replies: seenWith(scopes, answer.replies) };
}

function isWaitAnswer(answer: unknown): answer is Chat | ChatRun {
  if (typeof answer !== "object" || answer === null || !("object" in answer)) return false;
  return answer.object === "chat" || answer.object === "chat_run";
}
