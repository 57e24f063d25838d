/** Approvals as the interface shows them: what carries content of captures is withheld from who may not read them. */
import type { Approval } from "../../schema/app.ts";
import { mayReadCaptures, withheldText } from "../captures/boundary.ts";
import { detailsOf, type Reader } from "./details.ts";
import { type ApprovalRow, approvalRow, stepOf } from "./queries.ts";

/** The approval with that id. Throws 404. */
export function readApproval(reader: Reader, id: string): Approval {
  return showApproval(reader, approvalRow(reader.sql, id, reader.now));
}

/** The approval of a row. */
export function showApproval(reader: Reader, row: ApprovalRow): Approval {
  const { approval, isCarrying } = row;
  if (!isCarrying || mayReadCaptures(reader.caller.scopes)) return { ...approval, ...detailsOf(reader, row) };
  const withheld = {
    toolInput: {},
    summary: withheldText,
    record: null,
    recordVersion: null,
    diff: null,
    targets: [],
    isStale: false,
  };
  return { ...approval, ...withheld, step: stepOf(reader.sql, row) };
}
