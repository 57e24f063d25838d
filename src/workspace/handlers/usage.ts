/** What requests to model providers have used. */
import { maxUsageRuns } from "../../schema/usage.ts";
import { usedBy, usedByRuns, usedInAll } from "../chats/usage.ts";
import type { Handler } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";

const dayMs = 24 * 60 * 60 * 1000;
const usualDays = 30;

/** Whole days, today included. */
export const getUsage: Handler<"getUsage"> = ({ sql, now }, { query }) => {
  const { days = usualDays, agentId = null, todoId = null } = query;
  const from = (Math.floor(now / dayMs) - days + 1) * dayMs;
  const filter = { from, agentId, todoId };
  return {
    object: "usage",
    from: toInstant(from),
    total: usedInAll(sql, filter),
    days: usedBy(sql, "day", filter).map(({ key, ...counts }) => ({ date: key ?? "", ...counts })),
    agents: usedBy(sql, "agent", filter).map(({ key, ...counts }) => ({ agentId: key, ...counts })),
    models: usedBy(sql, "model", filter).map(({ key, ...counts }) => ({ model: key ?? "", ...counts })),
    runs: usedByRuns(sql, filter, maxUsageRuns).map((run) => ({ ...run, startedAt: toInstant(run.startedAt) })),
  };
};
