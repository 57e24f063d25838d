/** Records as followers get them: rendered by the code of the interface, as far as the caller may see them. */
import { ifFound } from "../../schema/errors.ts";
import type { RecordKind } from "../../schema/record-kinds.ts";
import type { Scope } from "../../schema/scopes.ts";
import { readAgent } from "../agents/read.ts";
import { skillById } from "../agents/skill-queries.ts";
import { readApproval } from "../approvals/read.ts";
import { captureRow } from "../captures/queries.ts";
import { toLight } from "../captures/row.ts";
import { findChat } from "../chats/queries.ts";
import { toChat } from "../chats/row.ts";
import { memberRow } from "../members/queries.ts";
import { notificationRow } from "../notifications/rows.ts";
import type { Context } from "../protocol/context.ts";
import { findOccurrence, toOccurrence } from "../series/occurrence-rows.ts";
import { readSeries } from "../series/read.ts";
import { todoListRow } from "../todo-lists/queries.ts";
import { todoRow, showTodo } from "../todos/queries.ts";
import { rankOf } from "../todos/rank.ts";
import { findRun } from "../todos/run-rows.ts";

export type Reader = Pick<Context, "sql" | "caller" | "acting" | "now">;

interface Source {
  /** The scope that shows the kind; people alone, signed in, see the others. */
  readonly scope: Scope | null;
  /** Nobody is notified that one has gone: it may have been somebody else's. */
  readonly isOwn?: true;
  /** Undefined, or 404, when there is none. */
  readonly read: (reader: Reader, id: string) => object | undefined;
}

const sources: Readonly<Record<RecordKind, Source>> = {
  todo: { scope: "todos:read", read: rankedTodo },
  todo_list: { scope: "todos:read", read: ({ sql }, id) => todoListRow(sql, id) },
  todo_run: { scope: "todos:read", read: ({ sql }, id) => findRun(sql, id) },
  scheduled_series: { scope: "todos:read", read: readSeries },
  scheduled_occurrence: { scope: "todos:read", read: ({ sql }, id) => mapped(findOccurrence(sql, id), toOccurrence) },
  chat: { scope: "chats:read", read: ({ sql }, id) => mapped(findChat(sql, id), toChat) },
  agent: { scope: "agents:read", read: ({ sql }, id) => readAgent(sql, id) },
  agent_skill: { scope: "agents:read", read: ({ sql }, id) => skillById(sql, id) },
  capture: { scope: "captures:read", read: ({ sql }, id) => toLight(captureRow(sql, id)) },
  approval: { scope: null, read: readApproval },
  member: { scope: null, read: ({ sql }, id) => memberRow(sql, id) },
  notification: {
    scope: null,
    isOwn: true,
    read: ({ sql, caller }, id) => notificationRow(sql, id, caller).notification,
  },
};

/** What a follower is sent of a record. */
export interface Change {
  readonly kind: RecordKind;
  readonly id: string;
  readonly op: "put" | "gone";
  readonly record?: object;
}

/** The record as it stands, or that it has gone; null when it is not for this reader. */
export function changeOf(reader: Reader, kind: RecordKind, id: string): Change | null {
  const { scope, isOwn, read } = sources[kind];
  const { caller } = reader;
  if (scope === null ? caller.credentialType !== "session" : !caller.scopes.includes(scope)) return null;
  const record = ifFound(() => read(reader, id));
  if (record !== undefined) return { kind, id, op: "put", record };
  return isOwn ? null : { kind, id, op: "gone" };
}

function mapped<Row>(row: Row | undefined, to: (row: Row) => object): object | undefined {
  return row === undefined ? undefined : to(row);
}

function rankedTodo(reader: Reader, id: string): object {
  const row = todoRow(reader.sql, id);
  return { ...showTodo(reader, row), rank: rankOf(row) };
}
