/** What only scheduled work waits for: the hours of its agent, and minutes. What a person starts is refused at once, or runs. */
import type { StoredAgent } from "../agents/queries.ts";
import { isOnDuty, nextOpening } from "../time/working-hours.ts";

/** When the agent is on duty again, of one that is off duty at that moment; null while it is on duty. Milliseconds. */
export function offDutyUntil({ workingHours, workingHoursEnabled }: StoredAgent, moment: number): number | null {
  if (!workingHoursEnabled || workingHours === null || isOnDuty(workingHours, moment)) return null;
  return nextOpening(workingHours, moment);
}

/** True when the budget is spent. */
export function isOutOfMinutes(secondsLeft: number | null): boolean {
  return secondsLeft !== null && secondsLeft <= 0;
}

/** The beginning of the next month (UTC), when the budget begins again. Milliseconds. */
export function nextMonth(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
