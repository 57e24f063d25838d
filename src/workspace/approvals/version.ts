/** The version of a record that somebody decides about: the number of its newest change. */
import { agentRecord, skillRecord } from "../agents/recorded.ts";
import { captureRecord } from "../captures/recorded.ts";
import { chatRecord } from "../chats/row.ts";
import { newestEntryOf } from "../protocol/journal/rows.ts";
import type { Recorded, Sql } from "../protocol/sql.ts";
import { todoListRecord } from "../todo-lists/queries.ts";
import { todoRecord } from "../todos/row.ts";
import { type Asked, type Meant, meantByAsked, type MeantKind } from "./meant.ts";

export const records: Readonly<Record<MeantKind, Recorded>> = {
  todo: todoRecord,
  todo_list: todoListRecord,
  agent: agentRecord,
  agent_skill: skillRecord,
  chat: chatRecord,
  capture: captureRecord,
};

/** The number of the newest change of its fields; null when there is none, as of a record from before the history. */
export function versionOf(sql: Sql, { kind, id }: Meant): number | null {
  return newestEntryOf(sql, records[kind], id);
}

/** The version now of what a recorded call is about; null where it is about nothing. */
export function versionMeant(sql: Sql, asked: Asked): number | null {
  const meant = meantByAsked(asked);
  return meant === null ? null : versionOf(sql, meant);
}

/** True when the record has changed since it was asked about, and since the version that somebody was shown. */
export function isStaleFor(
  sql: Sql,
  { approval, askedVersion }: { readonly approval: Asked; readonly askedVersion: number | null },
  shown: number | null,
): boolean {
  if (meantByAsked(approval) === null) return false;
  const version = versionMeant(sql, approval);
  return version !== askedVersion && version !== shown;
}
