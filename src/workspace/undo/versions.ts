/** The versions of an agent, from its history. */
import type { AgentVersion } from "../../schema/history.ts";
import { agentRow } from "../agents/queries.ts";
import { agentRecord } from "../agents/recorded.ts";
import type { Handler } from "../protocol/context.ts";
import { beforeOf, page } from "../protocol/cursor.ts";
import type { Sql } from "../protocol/sql.ts";
import { toInstant } from "../time/instant.ts";
import { nameOf } from "./actors.ts";
import { entries, type Entry } from "./entries.ts";
import { setFields } from "./fields.ts";

/** One page, newest first. Throws 404, and 400 for a cursor of another list. */
export const listAgentVersions: Handler<"listAgentVersions"> = ({ sql }, { path, query }) => {
  const { id } = agentRow(sql, path.agentId);
  const { limit } = query;
  const filter = { of: { record: agentRecord, id }, before: beforeOf(query.cursor) };
  const shown = page(entries(sql, filter, limit + 1), limit, ({ n }) => [n]);
  return {
    object: "list",
    data: shown.rows.map((entry) => toVersion(sql, entry)),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
  };
};

function toVersion(sql: Sql, entry: Entry): AgentVersion {
  const { before, after } = entry;
  return {
    object: "agent_version",
    version: after?.["version"] as number,
    at: toInstant(entry.at),
    by: { type: entry.actorType, id: entry.actorId, name: nameOf(sql, entry) },
    changeId: entry.id,
    changes: setFields(after).map((field) => ({
      field,
      from: before?.[field] ?? null,
      to: after?.[field] ?? null,
    })),
  };
}
