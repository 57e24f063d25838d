/** Why a todo does not run: the answer for the occurrence that starts next, or for a run by hand. */
import type { TodoAdmission } from "../../schema/admission.ts";
import type { Handler } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import { latestOf, toOccurrence } from "../series/occurrence-rows.ts";
import { nextOpening } from "../time/working-hours.ts";
import { agentPart, approvalPart, budgetPart, hoursPart, overlapPart, schedulePart } from "../admission/parts.ts";
import { readSituation, type Situation } from "../admission/situation.ts";

type Parts = Pick<TodoAdmission, "schedule" | "agent" | "hours" | "budget" | "overlap" | "approval">;

/** The rules are those by which occurrences start (schedules/start-occurrence) and todos are run. Throws 404. */
export const getTodoAdmission: Handler<"getTodoAdmission"> = (context, { path }) => {
  const situation = readSituation(context, path.todoId);
  const { series, next } = situation;
  const parts: Parts = {
    schedule: schedulePart(situation),
    agent: agentPart(situation),
    hours: hoursPart(situation),
    budget: budgetPart(situation),
    overlap: overlapPart(situation),
    approval: approvalPart(situation),
  };
  const holding = Object.values(parts).filter(({ holds }) => holds);
  const latest = series === undefined ? undefined : latestOf(context.sql, series.id);
  return {
    object: "todo_admission",
    todoId: situation.todo.id,
    startedBy: series === undefined ? "person" : "schedule",
    occurrence: next === undefined ? null : toOccurrence(next),
    latestOccurrence: latest === undefined ? null : toOccurrence(latest),
    isHeld: holding.length > 0,
    startsAt: startOf(situation, parts),
    summary: holding.length === 0 ? "Nothing holds it back." : holding.map(({ why }) => why).join(" "),
    ...parts,
  };
};

/** The first moment at which nothing that passes with time holds it; null when something else must happen first. */
function startOf({ agent, next, at }: Situation, parts: Parts): string | null {
  if (next === undefined) return null;
  const isStuck = [parts.schedule, parts.agent, parts.overlap, parts.approval].some(
    ({ holds, until }) => holds && (until === null || Date.parse(until) > at),
  );
  if (isStuck) return null;
  const start = parts.budget.until === null ? at : Math.max(at, Date.parse(parts.budget.until));
  const hours = agent?.workingHoursEnabled === true && next.runId === null ? agent.workingHours : null;
  return toInstant(hours === null ? start : nextOpening(hours, start));
}
