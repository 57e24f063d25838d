/** Chats that a completion closed: they stay closed when it is undone, and the answer names them. */
import type { UndoAnswer } from "../../schema/history.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import type { Entry } from "./entries.ts";

type Closed = UndoAnswer["closedChats"][number];

/** Of the changes that were undone. Nothing for a caller who may not read chats. */
export function closedChats({ sql, caller }: Pick<Context, "sql" | "caller">, undone: readonly Entry[]): Closed[] {
  if (!caller.scopes.includes("chats:read")) return [];
  return undone.filter(completed).flatMap((entry) => closedBy(sql, entry));
}

function completed({ kind, after }: Entry): boolean {
  return kind === "todo" && after?.["status"] === "done";
}

/** What follows from a call is noted behind its entries, up to those of the next. */
const closed = `SELECT t.record_id, c.title FROM changes t JOIN chats c ON c.id = t.record_id
  WHERE t.n > ?1 AND t.n < coalesce((SELECT n FROM changes WHERE n > ?1 AND op <> 'touched' AND change_set <> ?2 ORDER BY n LIMIT 1), 1e18)
  AND t.op = 'touched' AND t.kind = 'chat' AND c.todo_id = ?3 AND c.status = 'cancelled' AND c.id IS NOT ?4 ORDER BY t.n`;

function closedBy(sql: Sql, { n, changeSet, recordId, chatId }: Entry): Closed[] {
  return sql
    .all(closed, n, changeSet, recordId, chatId)
    .map(([id, title]) => ({ chatId: id as string, title: title as string | null, todoId: recordId }));
}
