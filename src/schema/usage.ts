/** What requests to model providers have used; part of the app interface. */
import * as v from "valibot";
import { id, instant, integer, uuid } from "./common.ts";

const counts = {
  calls: v.pipe(v.number(), v.description("Requests to a provider, answered or not.")),
  inputTokens: v.number(),
  outputTokens: v.number(),
  cachedTokens: v.pipe(v.number(), v.description("Of the input tokens, those that the provider had cached.")),
};

/** Days that one answer goes back at most. */
const maxUsageDays = 366;
/** Runs that one answer lists at most. */
export const maxUsageRuns = 100;

export const usageQuery = v.strictObject({
  days: v.optional(v.pipe(integer(1, maxUsageDays), v.description("Whole days, today included."))),
  agentId: v.optional(v.pipe(uuid, v.description("Of this agent alone."))),
  todoId: v.optional(v.pipe(uuid, v.description("Of the runs of this todo alone."))),
});

export const usage = v.object({
  object: v.literal("usage"),
  from: v.pipe(instant, v.description("The beginning of the first day (UTC).")),
  total: v.object(counts),
  days: v.pipe(
    v.array(v.object({ date: v.string(), ...counts })),
    v.description("Those on which something was used, the newest first."),
  ),
  agents: v.array(
    v.object({
      agentId: v.pipe(v.nullable(id), v.description("Null for what no agent asked: summing up captures, estimates.")),
      ...counts,
    }),
  ),
  models: v.array(v.object({ model: v.string(), ...counts })),
  runs: v.pipe(
    v.array(v.object({ runId: id, todoId: id, chatId: id, startedAt: instant, ...counts })),
    v.description(`The newest ${maxUsageRuns}.`),
  ),
});

export type UsageCounts = { readonly [Name in keyof typeof counts]: number };
