/** The version of a record that somebody decides about: the number of its newest change. */
import { agentRecord, skillRecord } from "../agents/recorded.ts";
import { captureRecord } from "../captures/recorded.ts";
import { chatRecord } from "../chats/row.ts";
import { newestEntryOf } from "../protocol/journal/by-record.ts";
import type { Recorded, Sql } from "../protocol/sql.ts";
import { todoListRecord } from "../todo-lists/queries.ts";
import { todoRecord } from "../todos/row.ts";
import type { Meant, MeantKind } from "./meant.ts";

const records: Readonly<Record<MeantKind, Recorded>> = {
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
