/** What every workspace has from its beginning: a default list, a default assistant, its people. */
import { createDefaultAgent } from "./agents/queries.ts";
import { type Member, replaceMembers } from "./members/queries.ts";
import type { Sql } from "./protocol/sql.ts";
import { insertTodoList } from "./todo-lists/queries.ts";

export interface Beginning {
  readonly now: number;
  readonly newId: () => string;
  /** Null leaves the people as they are. */
  readonly members: readonly Member[] | null;
}

/** True once the first transaction of the workspace was committed. */
export function isInitialised(sql: Sql): boolean {
  const row = sql.get(
    "SELECT EXISTS (SELECT 1 FROM todo_lists WHERE is_default = 1) AND EXISTS (SELECT 1 FROM agents WHERE is_default = 1)",
  );
  return row?.[0] === 1;
}

/** Adds what is missing and adds its people to the workspace. What exists is left as it is, so this may run again. */
export function initialise(sql: Sql, { now, newId, members }: Beginning): void {
  if (sql.get("SELECT 1 FROM todo_lists WHERE is_default = 1") === undefined) {
    insertTodoList(sql, newId(), { name: "Inbox", emoji: null, color: null, isArchived: false, isDefault: true }, now);
  }
  if (sql.get("SELECT 1 FROM agents WHERE is_default = 1") === undefined) createDefaultAgent(sql, newId(), now);
  if (members !== null) replaceMembers(sql, members);
}
