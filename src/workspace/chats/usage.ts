/** What requests to model providers have used, counted by day, agent, model and run. */
import type { UsageCounts } from "../../schema/usage.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";

export interface UsageFilter {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly agentId: string | null;
  readonly todoId: string | null;
}

const counted =
  "count(*), coalesce(sum(m.input_tokens), 0), coalesce(sum(m.output_tokens), 0), coalesce(sum(m.cached_tokens), 0)";
const filtered = `FROM model_calls m WHERE m.created_at >= ?1 AND (?2 IS NULL OR m.agent_id = ?2)
  AND (?3 IS NULL OR m.turn_id IN (SELECT turn_id FROM todo_runs WHERE todo_id = ?3))`;

export interface Counted extends UsageCounts {
  /** The day, the agent or the model; null for no agent. */
  readonly key: string | null;
}

/** All together. */
export function usedInAll(sql: Sql, filter: UsageFilter): UsageCounts {
  return toCounts(sql.get(`SELECT NULL, ${counted} ${filtered}`, ...values(filter)) as SqlRow);
}

const groups = {
  day: "date(m.created_at / 1000, 'unixepoch')",
  agent: "m.agent_id",
  model: "m.model",
} as const;

/** By day (UTC, the newest first), by agent or by model (the most first). */
export function usedBy(sql: Sql, group: keyof typeof groups, filter: UsageFilter): Counted[] {
  const order = group === "day" ? "1 DESC" : "2 DESC, 1";
  const text = `SELECT ${groups[group]}, ${counted} ${filtered} GROUP BY 1 ORDER BY ${order}`;
  return sql.all(text, ...values(filter)).map((row) => ({ key: row[0] as string | null, ...toCounts(row) }));
}

export interface CountedRun extends UsageCounts {
  readonly runId: string;
  readonly todoId: string;
  readonly chatId: string;
  readonly startedAt: number;
}

/** Of runs, the newest first. */
export function usedByRuns(sql: Sql, filter: UsageFilter, limit: number): CountedRun[] {
  const rows = sql.all(
    `SELECT r.id, ${counted}, r.todo_id, r.chat_id, r.started_at
     FROM todo_runs r JOIN model_calls m ON m.turn_id = r.turn_id
     WHERE m.created_at >= ?1 AND (?2 IS NULL OR m.agent_id = ?2) AND (?3 IS NULL OR r.todo_id = ?3)
     GROUP BY r.n ORDER BY r.n DESC LIMIT ?4`,
    ...values(filter),
    limit,
  );
  return rows.map((row) => ({
    runId: row[0] as string,
    ...toCounts(row),
    todoId: row[5] as string,
    chatId: row[6] as string,
    startedAt: row[7] as number,
  }));
}

function values({ from, agentId, todoId }: UsageFilter): [number, string | null, string | null] {
  return [from, agentId, todoId];
}

function toCounts(row: SqlRow): UsageCounts {
  const [, calls, inputTokens, outputTokens, cachedTokens] = row as readonly [unknown, number, number, number, number];
  return { calls, inputTokens, outputTokens, cachedTokens };
}
