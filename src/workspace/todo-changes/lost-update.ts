/** A model that writes a text from what it read must not take away what somebody else wrote there in the meantime. */
import { conflict } from "../../schema/errors.ts";
import type { TodoUpdate } from "../../schema/todo.ts";
import { lastReadIn } from "../chats/tool-calls.ts";
import type { Context } from "../protocol/context.ts";
import { imageIn } from "../protocol/journal/read.ts";
import type { Sql } from "../protocol/sql.ts";
import type { TodoRow } from "../todos/row.ts";

/**
 * Throws 409 for an agent that changes a title or a text which somebody else has changed since its chat last read the todo. A call that
 * a person approved is theirs: they have seen what stands there.
 */
export function refuseLostUpdate({ sql, acting }: Context, todo: TodoRow, sent: TodoUpdate): void {
  if (acting === null || (acting.call?.approvalId ?? null) !== null) return;
  const fields = (["title", "content"] as const).filter((field) => sent[field] !== undefined);
  if (fields.length === 0) return;
  const read = lastReadIn(sql, acting.chatId, todo.id);
  if (read === null || !isChangedSince(sql, { todoId: todo.id, chatId: acting.chatId, read, fields })) return;
  throw conflict("Somebody else has changed this text since you read it. Read the todo again, then change it.");
}

interface Reading {
  readonly todoId: string;
  readonly chatId: string;
  /** The newest entry of the journal at that time. */
  readonly read: number;
  readonly fields: readonly string[];
}

function isChangedSince(sql: Sql, { todoId, chatId, read, fields }: Reading): boolean {
  const rows = sql.all(
    "SELECT before FROM changes WHERE record_id = ? AND n > ? AND chat_id IS NOT ? AND before IS NOT NULL",
    todoId,
    read,
    chatId,
  );
  return rows.some(([before]) => {
    const image = imageIn(sql, before);
    return fields.some((field) => image !== null && Object.hasOwn(image, field));
  });
}
