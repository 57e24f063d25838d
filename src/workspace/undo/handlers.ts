/** The operations on the history of records. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import type { OwnKind } from "../../schema/record-kinds.ts";
import { handlers } from "../handlers/index.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { beforeOf, decodePosition, encodePosition, invalidCursor, page } from "../protocol/cursor.ts";
import { rowName } from "../protocol/journal/read.ts";
import { unverified, type Verified, verifyChain } from "../protocol/journal/verify.ts";
import { todoRecord } from "../todos/row.ts";
import { entries } from "./entries.ts";
import { kinds } from "./kinds.ts";
import { workOf } from "./chosen.ts";
import { showChange } from "./show.ts";
import type { Perform } from "./carry-out.ts";
import { undo } from "./undo.ts";
import { listAgentVersions } from "./versions.ts";

/** One page, newest first. Throws 400 for a cursor of another list. */
const listRecordChanges: Handler<"listRecordChanges"> = (context, { query }) => {
  const { limit, todoId, agentId, changeSetId, from, to } = query;
  const seen = (Object.keys(kinds) as OwnKind[]).filter((kind) => context.caller.scopes.includes(kinds[kind].read));
  const filter = {
    ...workOf(context.sql, query),
    of: todoId === undefined ? undefined : { record: todoRecord, id: todoId },
    agentId,
    changeSet: changeSetId,
    kinds: seen,
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
  const found = entries(context.sql, { ...filter, before: beforeOf(query.cursor) }, limit + 1);
  const shown = page(found, limit, ({ n }) => [n]);
  return {
    object: "list",
    data: shown.rows.map((entry) => showChange(context, entry)),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
  };
};

/** The next entries of the chain, verified. Throws 400 for a cursor of another list. */
const verifyAudit: Handler<"verifyAudit"> = ({ sql }, { query }) => {
  const from = query.cursor === undefined ? unverified : positionIn(query.cursor);
  const { n, hash, checked, broken, isWhole } = verifyChain(sql, from, verifiedAtOnce);
  return {
    object: "audit_verification",
    checked,
    isIntact: broken === null,
    broken: broken === null ? null : { changeId: rowName(broken), why: broken.why },
    head: n === 0 ? null : { changeId: rowName({ n, hash }), hash },
    nextCursor: isWhole || broken !== null ? null : encodePosition([n, hash]),
  };
};

const verifiedAtOnce = 10_000;

function positionIn(cursor: string): Verified {
  const [n, hash] = decodePosition(cursor, 2);
  if (typeof n !== "number" || typeof hash !== "string") throw invalidCursor();
  return { n, hash };
}

/** What was undone, and what was left. Throws 400, 404; 409 when something cannot be undone and nothing may be left. */
const undoRecordChanges: Handler<"undoRecordChanges"> = (context, { body }) => ({
  object: "undo",
  dryRun: body.dryRun,
  ...undo(context, body, perform),
});

const perform: Perform = (context, operation, input) => {
  const rule = (handlers as Readonly<Partial<Record<WorkspaceOperationId, unknown>>>)[operation];
  return (rule as (context: Context, input: unknown) => unknown)(context, input);
};

export const historyHandlers = { listAgentVersions, listRecordChanges, undoRecordChanges, verifyAudit };
