/**
 * An approval is for what was shown. One whose record has changed since is cancelled when somebody wants to approve it, and the same call
 * is asked about again, as things stand now.
 */
import { alwaysAsked } from "../../schema/operation.ts";
import { ApiError } from "../../schema/errors.ts";
import { readToolInput, toolNamed } from "../../schema/operations/tools.ts";
import type { InputOf } from "../../schema/operations/index.ts";
import {
  approvalLifetime,
  type ApprovalRow,
  approvalRow,
  closeApproval,
  insertApproval,
} from "../approvals/queries.ts";
import { summaryOf } from "../approvals/summary.ts";
import { isStaleFor, versionMeant } from "../approvals/version.ts";
import { namesIn } from "../approvals/words.ts";
import type { Moment } from "../chats/messages.ts";

/** What somebody decides, as far as it matters here. */
export type Decided = Pick<
  InputOf<"decideManyApprovals">["body"]["decisions"][number],
  "approvalId" | "decision" | "recordVersion"
>;

type Reading = Pick<Moment, "sql" | "now">;

/** True when one of them would approve what has changed since it was shown. */
export function areStale(reading: Reading, decisions: readonly Decided[]): boolean {
  return decisions.some((decided) => staleRow(reading, decided) !== null);
}

/** Cancels those that have changed since they were shown, and asks again. */
export function putAgain(context: Moment, decisions: readonly Decided[]): void {
  const { sql, now, newId } = context;
  for (const decided of decisions) {
    const row = staleRow(context, decided);
    if (row === null) continue;
    closeApproval(sql, row, { status: "cancelled", decidedBy: null, comment: null }, now);
    const { turnId, step, position, approval } = row;
    const { chatId, agentId, toolName, toolInput } = approval;
    const asked = { turnId, step, position, chatId, agentId, toolName, toolInput };
    const expiresAt = now + approvalLifetime;
    const recordVersion = versionMeant(sql, approval);
    insertApproval(sql, { ...asked, id: newId(), summary: summaryNow(context, row), expiresAt, recordVersion }, now);
  }
}

function staleRow({ sql, now }: Reading, { approvalId, decision, recordVersion }: Decided): ApprovalRow | null {
  if (decision !== "approve" && decision !== "edit") return null;
  const row = known(() => approvalRow(sql, approvalId, now));
  if (row === null || row.approval.status !== "pending") return null;
  return isStaleFor(sql, row, recordVersion ?? null) ? row : null;
}

/** In the words of today; what carries content of captures is not put into others. */
function summaryNow({ sql }: Moment, { approval, isCarrying }: ApprovalRow): string {
  const tool = toolNamed(approval.toolName);
  if (tool === undefined || isCarrying) return approval.summary;
  const why = approval.changeClass === null ? "" : alwaysAsked[approval.changeClass];
  const read = known(() => readToolInput(tool, approval.toolInput));
  return read === null ? approval.summary : summaryOf(namesIn(sql, false), tool, read) + why;
}

function known<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
