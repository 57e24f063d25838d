/** The kinds of records that have a history: how each is read and named, and which scopes open it. */
import type { OwnKind } from "../../schema/record-kinds.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentRecord, skillRecord } from "../agents/recorded.ts";
import { captureRecord } from "../captures/recorded.ts";
import { chatRecord } from "../chats/row.ts";
import type { Recorded } from "../protocol/sql.ts";
import { todoListRecord } from "../todo-lists/queries.ts";
import { todoRecord } from "../todos/row.ts";
import { runRecord } from "../todos/run-rows.ts";

export interface Kind {
  readonly record: Recorded;
  /** What the record is called in its image. */
  readonly title: "title" | "name" | null;
  readonly read: Scope;
  readonly write: Scope;
  /** Its fields that may hold words of captures. */
  readonly texts: readonly string[];
}

export const kinds: Readonly<Record<OwnKind, Kind>> = {
  todo: {
    record: todoRecord,
    title: "title",
    read: "todos:read",
    write: "todos:write",
    texts: ["title", "content", "schedule"],
  },
  todo_list: { record: todoListRecord, title: "name", read: "todos:read", write: "todos:write", texts: [] },
  todo_run: { record: runRecord, title: null, read: "todos:read", write: "chats:write", texts: [] },
  chat: { record: chatRecord, title: "title", read: "chats:read", write: "chats:write", texts: [] },
  agent: { record: agentRecord, title: "name", read: "agents:read", write: "agents:write", texts: [] },
  agent_skill: { record: skillRecord, title: "name", read: "agents:read", write: "agents:write", texts: [] },
  capture: { record: captureRecord, title: "title", read: "captures:read", write: "captures:write", texts: [] },
};
