/** Approvals: what agents want to do and may not without a person. Reached by signed-in people only. */
import { alwaysAsked } from "../../schema/operation.ts";
import { ApiError, conflict, invalid } from "../../schema/errors.ts";
import { isOutward, readToolInput, toolNamed } from "../../schema/operations/tools.ts";
import type { Approval } from "../../schema/app.ts";
import { readApproval, showApproval } from "../approvals/read.ts";
import { erasedText } from "../captures/boundary.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { beforeOf, page } from "../protocol/cursor.ts";
import { decideCall } from "../runs/decisions.ts";
import type { ToolInput } from "../chats/tool-calls.ts";
import type { InputOf, OutputOf } from "../../schema/operations/index.ts";
import {
  type ApprovalRow,
  approvalRow,
  approvalRows,
  classNow,
  setSummary,
  type StoredApproval,
} from "../approvals/queries.ts";
import { meantByAsked } from "../approvals/meant.ts";
import { isStaleFor } from "../approvals/version.ts";
import { rememberCall } from "../approvals/remembered.ts";
import { type Names, namesIn } from "../approvals/words.ts";
import { summaryOf } from "../approvals/summary.ts";
import { outwardSummary } from "../runs/outward.ts";

type DecisionBody = InputOf<"decideApproval">["body"];

/** One page, newest first. Throws 400 for a cursor of another list. */
export const listApprovals: Handler<"listApprovals"> = (context, { query }) => {
  const { sql, now } = context;
  const { limit } = query;
  const filter = {
    status: query.status ?? null,
    chatId: query.chatId ?? null,
    agentId: query.agentId ?? null,
    before: beforeOf(query.cursor),
  };
  const shown = page(approvalRows(sql, filter, limit + 1, now), limit, ({ n }) => [n]);
  return {
    object: "list",
    data: shown.rows.map((row) => showApproval(context, row)),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
  };
};

/** The approval with its exact input. Throws 404. */
export const getApproval: Handler<"getApproval"> = (context, { path }) => readApproval(context, path.approvalId);

/** The approval as decided. Throws 400 naming the field, 404, 409 when it is closed. */
export const decideApproval: Handler<"decideApproval"> = (context, { path, body }) =>
  decide(context, path.approvalId, body);

/** What came of each decision, in their order; one that was refused has left no trace. */
export const decideManyApprovals: Handler<"decideManyApprovals"> = (context, { body }) => ({
  object: "approvals_decided",
  data: body.decisions.map(({ approvalId, ...decision }) => decideOne(context, approvalId, decision)),
});

type Outcome = OutputOf<"decideManyApprovals">["data"][number];

function decideOne(context: Context, approvalId: string, decision: DecisionBody): Outcome {
  try {
    return { approvalId, approval: context.sql.attempt(() => decide(context, approvalId, decision)), error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message } = error;
    const param = code === "resource_not_found" ? "approvalId" : error.param;
    return { approvalId, approval: null, error: { code, message, param } };
  }
}

function decide(context: Context, approvalId: string, body: DecisionBody): Approval {
  const { sql, now, caller } = context;
  const row = approvalRow(sql, approvalId, now);
  const { approval } = row;
  refuseClosed(approval);
  checkParts(body);
  if (body.decision === "approve" || body.decision === "edit") refuseStale(sql, row, body.recordVersion ?? null);
  const edited = body.decision === "edit" ? editedInput(row, body.editedInput ?? {}) : null;
  if (edited !== null) setSummary(sql, row, edited.summary(namesIn(sql, row.isCarrying)));
  const decision = { status: outcomes[body.decision], decidedBy: caller.userId, comment: body.comment ?? null };
  if (body.remember === "chat") remember(sql, approval, edited?.input ?? approval.toolInput);
  decideCall(context, row, decision, edited?.input ?? null);
  return readApproval(context, approvalId);
}

/** A person decides on what they were shown: on a record that has changed since, with its version as they see it now. */
function refuseStale(sql: Context["sql"], row: ApprovalRow, shown: number | null): void {
  const meant = meantByAsked(row.approval);
  if (meant === null || !isStaleFor(sql, row, shown)) return;
  throw conflict(
    `The ${meant.kind.replace("_", " ")} ${meant.id} has changed since the agent asked. Read the approval again, and send the recordVersion that it shows to decide all the same.`,
  );
}

function remember(sql: Context["sql"], { chatId, toolName }: StoredApproval, input: ToolInput): void {
  const changeClass = classNow(sql, toolName, input);
  if (changeClass !== null)
    throw invalid(
      "remember",
      `Expected a decision for this call alone${alwaysAsked[changeClass]}: leave remember out.`,
    );
  rememberCall(sql, chatId, toolName, input);
}

function refuseClosed({ status, summary, replacedBy }: StoredApproval): void {
  if (status === "pending") return;
  if (replacedBy !== null)
    throw conflict(
      `What it is about has changed since the agent asked: this approval is cancelled, and ${replacedBy} asks for the same as things stand now. Read that one, and decide on it.`,
    );
  const why =
    summary === erasedText ? ", as what it asked for was erased with the capture whose content it carried" : "";
  throw conflict(`The approval is ${status} already${why}: it cannot be decided ${why === "" ? "again" : "any more"}.`);
}

const outcomes = { approve: "approved", edit: "edited", reject: "rejected", respond: "responded" } as const;

/** Refuses parts that the decision does not take, and the lack of one that it needs. */
function checkParts({ decision, editedInput, comment, remember }: DecisionBody): void {
  if (decision === "edit" && editedInput === undefined) throw invalid("editedInput", "edit needs editedInput.");
  if (decision !== "edit" && editedInput !== undefined)
    throw invalid("editedInput", "editedInput goes with edit only.");
  if (decision === "respond" && comment === undefined) throw invalid("comment", "respond needs a comment: the answer.");
  const carriesOut = decision === "approve" || decision === "edit";
  if (remember === "chat" && !carriesOut) throw invalid("remember", "Only approve and edit can be remembered.");
}

interface EditedInput {
  readonly input: ToolInput;
  readonly summary: (names: Names) => string;
}

function editedInput({ approval: { toolName } }: ApprovalRow, input: ToolInput): EditedInput {
  if (isOutward(toolName)) return { input, summary: () => outwardSummary(toolName, input) };
  const tool = toolNamed(toolName);
  if (tool === undefined) throw conflict(`The tool ${toolName} is not there any more: reject the request.`);
  try {
    const read = readToolInput(tool, input);
    return { input, summary: (names) => summaryOf(names, tool, read) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const param = error.param === null ? "editedInput" : `editedInput.${error.param}`;
    throw ApiError.from({ ...error.toData(), code: "validation_failed", param });
  }
}
