/** What an approval is about, for the person who decides: the record, what would change of it, and what is asked with it. */
import type { Approval } from "../../schema/app.ts";
import { ApiError } from "../../schema/errors.ts";
import { pathParameters } from "../../schema/operation.ts";
import { type Tool, toolNamed } from "../../schema/operations/tools.ts";
import { readAgent } from "../agents/read.ts";
import { skillById } from "../agents/skill-queries.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import { captureRow } from "../captures/queries.ts";
import { inFull } from "../captures/read.ts";
import { chatRow } from "../chats/queries.ts";
import { toChat } from "../chats/row.ts";
import type { Context } from "../protocol/context.ts";
import { todoListRow } from "../todo-lists/queries.ts";
import { readTodo } from "../todos/read.ts";
import { type ApprovalRow, stepOf } from "./queries.ts";

export type Reader = Pick<Context, "sql" | "caller" | "acting" | "now">;

export type Details = Pick<Approval, "record" | "diff" | "isStale" | "step">;

type Record = Readonly<{ [field: string]: unknown }>;

interface Kind {
  readonly kind: NonNullable<Approval["record"]>["kind"];
  readonly read: (reader: Reader, id: string) => object | undefined;
}

const kinds: { readonly [parameter: string]: Kind } = {
  todoId: { kind: "todo", read: readTodo },
  todoListId: { kind: "todo_list", read: ({ sql }, id) => todoListRow(sql, id) },
  agentId: { kind: "agent", read: ({ sql }, id) => readAgent(sql, id) },
  skillId: { kind: "agent_skill", read: ({ sql }, id) => skillById(sql, id) },
  chatId: { kind: "chat", read: ({ sql }, id) => toChat(chatRow(sql, id)) },
  captureId: {
    kind: "capture",
    read: ({ sql, caller }, id) => (mayReadCaptures(caller.scopes) ? inFull(sql, captureRow(sql, id)) : undefined),
  },
};

/** The details as this reader may see them. Of one that is closed nothing is compared: the record has moved on. */
export function detailsOf(reader: Reader, row: ApprovalRow): Details {
  const { approval } = row;
  const step = stepOf(reader.sql, row);
  const tool = toolNamed(approval.toolName);
  if (tool === undefined) return { record: null, diff: null, isStale: false, step };
  const meant = meantBy(tool, approval.toolInput);
  const found = meant === null ? undefined : (reading(() => meant.read(reader, meant.id)) as Record | undefined);
  const isPending = approval.status === "pending";
  return {
    record: meant === null ? null : { kind: meant.kind, id: meant.id, title: titleOf(found) },
    diff: isPending ? differences(tool, approval.toolInput, found ?? {}) : null,
    isStale: isPending && meant !== null && isStale(found, approval.createdAt),
    step,
  };
}

/** The record that a call is about: the last one in the path of its operation. */
function meantBy({ operation }: Tool, input: Approval["toolInput"]): (Kind & { readonly id: string }) | null {
  const parameter = pathParameters(operation.path).at(-1);
  const kind = parameter === undefined ? undefined : kinds[parameter];
  const id = parameter === undefined ? undefined : input[parameter];
  return kind === undefined || typeof id !== "string" ? null : { ...kind, id };
}

function titleOf(record: Record | undefined): string | null {
  const title = record?.["title"] ?? record?.["name"];
  return typeof title === "string" ? title : null;
}

/** Each field that the call sends, as it is and as it would be. */
function differences({ operation }: Tool, input: Approval["toolInput"], record: Record): Details["diff"] {
  const fields = Object.keys(operation.body?.entries ?? {}).filter((field) => Object.hasOwn(input, field));
  return fields.map((field) => ({ field, from: record[shownAs[field] ?? field] ?? null, to: input[field] }));
}

/** Fields that go by another name in the record. */
const shownAs: { readonly [field: string]: string } = { archived: "isArchived" };

/** It has gone, or was changed since the person was asked. */
function isStale(record: Record | undefined, askedAt: string): boolean {
  const updatedAt = record?.["updatedAt"];
  return record === undefined || (typeof updatedAt === "string" && updatedAt > askedAt);
}

function reading(read: () => object | undefined): object | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError && error.code === "resource_not_found") return undefined;
    throw error;
  }
}
