/** Approvals as the interface shows them: what carries content of captures is withheld from who may not read them. */
import type { Approval } from "../../schema/app.ts";
import { mayReadCaptures, withheldText } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { type ApprovalRow, approvalRow } from "./queries.ts";

/** The approval with that id. Throws 404. */
export function readApproval(reader: Pick<Context, "sql" | "caller" | "now">, id: string): Approval {
  return showApproval(reader, approvalRow(reader.sql, id, reader.now));
}

/** The approval of a row. */
export function showApproval({ caller }: Pick<Context, "caller">, { approval, isCarrying }: ApprovalRow): Approval {
  if (!isCarrying || mayReadCaptures(caller.scopes)) return approval;
  return { ...approval, toolInput: {}, summary: withheldText };
}
