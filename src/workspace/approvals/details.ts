/** What an approval is about, for the person who decides: the record, what would change of it, and what is asked with it. */
import type { Approval } from "../../schema/app.ts";
import { ifFound } from "../../schema/errors.ts";
import { isOutward, type Tool, toolNamed } from "../../schema/operations/tools.ts";
import { readAgent } from "../agents/read.ts";
import { skillById } from "../agents/skill-queries.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import { captureRow } from "../captures/queries.ts";
import { inFull } from "../captures/read.ts";
import { chatRow } from "../chats/queries.ts";
import { toChat } from "../chats/row.ts";
import type { Context } from "../protocol/context.ts";
import { todoListRow } from "../todo-lists/queries.ts";
import { readTodo } from "../todos/queries.ts";
import { todoRecord } from "../todos/row.ts";
import { type Before, beforeClosed } from "./decided.ts";
import { type Meant, meantBy, type MeantKind } from "./meant.ts";
import { versionOf } from "./version.ts";
import { type ApprovalRow, stepOf } from "./queries.ts";

export type Reader = Pick<Context, "sql" | "caller" | "acting" | "now">;

export type Details = Pick<Approval, "record" | "recordVersion" | "diff" | "targets" | "isStale" | "step">;

type Record = Readonly<{ [field: string]: unknown }>;

type Read = (reader: Reader, id: string) => object | undefined;

const readings: Readonly<{ [Kind in MeantKind]: Read }> = {
  todo: readTodo,
  todo_list: ({ sql }, id) => todoListRow(sql, id),
  agent: ({ sql }, id) => readAgent(sql, id),
  agent_skill: ({ sql }, id) => skillById(sql, id),
  chat: ({ sql }, id) => toChat(chatRow(sql, id)),
  capture: ({ sql, caller }, id) => (mayReadCaptures(caller.scopes) ? inFull(sql, captureRow(sql, id)) : undefined),
};

/** The details as this reader may see them. One that is closed is compared with its record as that was then. */
export function detailsOf(reader: Reader, row: ApprovalRow): Details {
  const { approval } = row;
  const step = stepOf(reader.sql, row);
  const tool = toolNamed(approval.toolName);
  const meant = tool === undefined ? null : meantBy(tool, approval.toolInput);
  if (tool === undefined || meant === null) return { ...nothingMeant(tool, row), step };
  const found = ifFound(() => readings[meant.kind](reader, meant.id)) as Record | undefined;
  const version = versionOf(reader.sql, meant);
  const isPending = approval.status === "pending";
  const record = { ...meant, title: titleOf(found) };
  const before = changedSince(reader, meant, row);
  const compared = before === null ? null : comparedWith(reader, meant, found, before);
  const diff = compared && differences(fieldsOf(tool, approval.toolInput), approval.toolInput, compared);
  return {
    record,
    recordVersion: version,
    diff,
    targets: diff === null || !isPending ? [] : [{ ...record, diff }],
    isStale: isPending && (found === undefined || version !== row.askedVersion),
    step,
  };
}

/** What was changed of the record since the approval was closed; null where that is not known, or not for this reader. */
function changedSince({ sql, caller }: Reader, meant: Meant, row: ApprovalRow): Before | null {
  if (row.approval.status === "pending") return { fields: {}, isCarrying: false };
  const before = beforeClosed(sql, meant, row);
  const isOfCaptures = meant.kind === "capture" || before?.isCarrying === true;
  return isOfCaptures && !mayReadCaptures(caller.scopes) ? null : before;
}

/** The record as it was then. */
function comparedWith(reader: Reader, { kind, id }: Meant, found: Record | undefined, { fields }: Before): Record {
  return { ...found, ...fields, ...(kind === "todo" && scheduleThen(reader, id, fields)) };
}

function nothingMeant(tool: Tool | undefined, { approval }: ApprovalRow): Omit<Details, "step"> {
  const isOutside = isOutward(approval.toolName);
  const fields = isOutside
    ? Object.keys(approval.toolInput)
    : tool === undefined
      ? null
      : fieldsOf(tool, approval.toolInput);
  return {
    record: null,
    recordVersion: null,
    diff: fields === null ? null : differences(fields, approval.toolInput, {}),
    targets: [],
    isStale: false,
  };
}

/** The schedule that a todo had, in the form in which one is asked for: todos show it in several fields. */
function scheduleThen({ sql, caller }: Reader, todoId: string, fields: Before["fields"]): Record {
  const image = todoRecord.image(sql, todoId);
  const then = { ...image?.fields, ...fields };
  const stored = (then["schedule"] ?? null) as Record | null;
  if (stored === null) return {};
  const { type: _, message, runAt, ...others } = stored;
  const isCarrying = (image?.carried ?? null) !== null;
  const isShown = (message ?? null) !== null && (!isCarrying || mayReadCaptures(caller.scopes));
  const schedule = {
    ...(typeof runAt === "number" && { runAt: new Date(runAt).toISOString() }),
    ...others,
    ...(isShown && { message }),
  };
  return { schedule, schedulePaused: then["schedulePaused"] };
}

function titleOf(record: Record | undefined): string | null {
  const title = record?.["title"] ?? record?.["name"];
  return typeof title === "string" ? title : null;
}

/** Each field that the call sends, as it is and as it would be. */
function differences(fields: readonly string[], input: Approval["toolInput"], record: Record): Details["diff"] {
  return fields.map((field) => ({ field, from: record[shownAs[field] ?? field] ?? null, to: input[field] }));
}

function fieldsOf({ operation }: Tool, input: Approval["toolInput"]): string[] {
  return Object.keys(operation.body?.entries ?? {}).filter((field) => Object.hasOwn(input, field));
}

/** Fields that go by another name in the record. */
const shownAs: { readonly [field: string]: string } = { archived: "isArchived" };
