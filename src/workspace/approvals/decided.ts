/** What a record was when an approval about it was closed: the journal says what was changed since, also by the call itself. */
import { causeIn } from "../protocol/journal/entry-hash.ts";
import { imageIn } from "../protocol/journal/read.ts";
import { entriesOf } from "../protocol/journal/rows.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import type { Meant } from "./meant.ts";
import type { ApprovalRow } from "./queries.ts";
import { records } from "./version.ts";

export interface Before {
  /** Fields that were changed since, as they are stored, with what they were. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether they may carry content of captures. */
  readonly isCarrying: boolean;
}

const columns = "at, cause, before, captures";

/** Null when that is not known any more: what was changed since is erased, or too old. */
export function beforeClosed(sql: Sql, { kind, id }: Meant, row: ApprovalRow): Before | null {
  const text = `SELECT ${columns} FROM changes WHERE n IN (${entriesOf(records[kind])}) ORDER BY n`;
  const changes = sql.all(text, id, null, (row.askedVersion ?? 0) + 1);
  const first = changes.findIndex((change) => isAfter(change, row.approval));
  const since = first === -1 ? [] : changes.slice(first);
  const images = since.map((change) => imageIn(sql, change[2]));
  if (images.includes(null)) return null;
  // What a field was before the first of its changes is what it was then.
  const fields = Object.assign({}, ...images.toReversed()) as Before["fields"];
  return { fields, isCarrying: since.some((change) => change[3] !== null) };
}

/** What the call itself changed, or somebody after the decision; nobody decides after it has expired. */
function isAfter([at, cause]: SqlRow, { id, decidedAt, expiresAt }: ApprovalRow["approval"]): boolean {
  const closed = Math.min(Date.parse(decidedAt ?? expiresAt), Date.parse(expiresAt));
  return (at as number) > closed || causeIn(cause as string).approvalId === id;
}
