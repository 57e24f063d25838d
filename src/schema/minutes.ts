/** Shape of what an organization spends: the minutes of its agents. */
import * as v from "valibot";
import { id, instant } from "./common.ts";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const spent = {
  seconds: count,
  minutes: v.pipe(count, v.description("The seconds in whole minutes, rounded up.")),
};

export const minutesReport = v.object({
  object: v.literal("minutes_report"),
  organizationId: id,
  period: v.object({
    month: v.pipe(v.string(), v.description("`YYYY-MM`, a calendar month in UTC.")),
    startsAt: instant,
    endsAt: v.pipe(instant, v.description("The beginning of the next one.")),
  }),
  budgetMinutes: v.pipe(v.nullable(count), v.description("Null without a budget.")),
  spentMinutes: v.pipe(count, v.description("Rounded up once.")),
  spentSeconds: count,
  remainingMinutes: v.pipe(v.nullable(count), v.description("Whole minutes that are left; null without a budget.")),
  byWorkspace: v.array(
    v.object({
      workspaceId: id,
      name: v.pipe(v.nullable(v.string()), v.description("Null for a workspace that the person is no member of.")),
      ...spent,
    }),
  ),
  byAgent: v.array(
    v.object({
      workspaceId: id,
      agentId: v.pipe(v.nullable(id), v.description("Null where it is not known any more.")),
      ...spent,
    }),
  ),
  byDay: v.array(v.object({ date: v.pipe(v.string(), v.isoDate()), ...spent })),
});
