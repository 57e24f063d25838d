/** Each thing that can keep a todo from being run, judged. */
import type { TodoAdmission } from "../../schema/admission.ts";
import { toInstant } from "../time/instant.ts";
import { isOutOfMinutes, nextMonth, offDutyUntil } from "../schedules/fire.ts";
import { type SeriesRow, maxFailures } from "../series/series-rows.ts";
import { lastExpiry, type Situation } from "./situation.ts";

type Part = TodoAdmission["schedule"];

/** `until` in milliseconds; null where something else than time brings the end of it about. */
const held = (why: string, until: number | null = null): Part => ({
  holds: true,
  why,
  until: until === null ? null : toInstant(until),
});
const free = (why: string): Part => ({ holds: false, why, until: null });

/** Whether there is something to start, and when. */
export function schedulePart({ todo, series, next }: Situation): Part {
  if (series === undefined) {
    return todo.isArchived
      ? held("The todo is archived: restore it first.")
      : free("The todo has no schedule: it runs when somebody starts it.");
  }
  if (series.state === "ended") return held(ended(series));
  if (series.state === "paused") return held(paused(series, todo));
  if (next === undefined) return held("The schedule plans no further run: set a new one.");
  if (next.status === "scheduled") return held("The next run is planned, and not due yet.", next.scheduledFor);
  return free(next.runId === null ? "It is due." : "It is due, and has been started.");
}

function ended({ retiredAt }: SeriesRow): string {
  const how = retiredAt === null ? "has run its last time" : "was retired";
  return `The schedule ${how}: set a new one, or end it with schedule null.`;
}

function paused({ failures }: SeriesRow, todo: Situation["todo"]): string {
  if (todo.isArchived) return "The todo is archived, which stopped its schedule: restore it, then resume the schedule.";
  if (todo.status === "done")
    return "The todo is done, which stopped its schedule: reopen it, then resume the schedule.";
  const how = failures >= maxFailures ? `paused itself after ${failures} failures in a row` : "is paused";
  return `The schedule ${how}: resume it with schedulePaused false.`;
}

/** Whether somebody is there to run it. */
export function agentPart({ series, next, agent }: Situation): TodoAdmission["agent"] {
  const agentId = agent?.id ?? null;
  const isScheduled = series !== undefined;
  if (agent === undefined) {
    const toPeople = "No agent is assigned: when it is due, the todo is ready for people, and they are notified.";
    const byHand = "No agent is assigned: name one in agentId when you run it.";
    return { ...(isScheduled ? free(toPeople) : held(byHand)), agentId };
  }
  if (agent.isArchived) {
    const then = isScheduled ? " Until then what comes due is skipped." : "";
    return { ...held(`The agent is archived: restore it, or assign another.${then}`), agentId };
  }
  if (next?.status === "queued" && next.runId !== null) {
    return { ...held("All places for agents at work are taken: it continues as soon as one is free."), agentId };
  }
  return { ...free("The agent is there."), agentId };
}

/** Whether the agent is on duty. Only scheduled work that has not been started waits for that. */
export function hoursPart({ series, next, at, agent }: Situation): Part {
  if (agent === undefined) return free("No agent is assigned, so no working hours count.");
  if (!agent.workingHoursEnabled) return free("The agent has no working hours.");
  const opening = offDutyUntil(agent, at);
  if (opening === null) return free("The agent is on duty then.");
  if (series === undefined) return free("The agent is off duty, which does not hold what a person starts.");
  if (next === undefined) return free("The agent is off duty; nothing is planned.");
  if (next.runId !== null) return free("The agent is off duty, which does not hold what has been started.");
  return held("The agent is off duty then: it starts at the next opening of its working hours.", opening);
}

/** Whether the organization has minutes. */
export function budgetPart({ now, at, secondsLeft, agent, series }: Situation): TodoAdmission["budget"] {
  const remainingMinutes = secondsLeft === null ? null : Math.max(0, Math.floor(secondsLeft / 60));
  if (secondsLeft === null) return { ...free("The organization has no budget of minutes."), remainingMinutes };
  if (!isOutOfMinutes(secondsLeft))
    return { ...free("The organization has minutes left this month."), remainingMinutes };
  if (agent === undefined && series !== undefined) {
    return { ...free("The minutes are used up; without an agent none are needed."), remainingMinutes };
  }
  const until = nextMonth(now);
  if (at >= until) return { ...free("The minutes are used up, and begin again before it is due."), remainingMinutes };
  const why =
    "The organization has used its minutes for this month: more begin with the next month, or when the budget grows.";
  return { ...held(why, until), remainingMinutes };
}

/** Whether the todo is being run already. */
export function overlapPart({ series, next, before }: Situation): TodoAdmission["overlap"] {
  const which = { runId: before?.id ?? null, chatId: before?.chatId ?? null };
  if (before === undefined) return { ...free("No other run of the todo is going on."), ...which };
  const busy = "A run of the todo is going on: wait for it, or cancel its chat.";
  if (next?.status !== "scheduled") return { ...held(busy), ...which };
  const then = series?.schedule.overlapPolicy === "queue" ? "waits for it" : "is skipped";
  return { ...held(`A run of the todo is going on: if it still is when the next is due, that one ${then}.`), ...which };
}

/** Whether people have to decide first. */
export function approvalPart({ asked, agent }: Situation): TodoAdmission["approval"] {
  const approvalIds = asked.map(({ id }) => id);
  if (approvalIds.length === 0) {
    const asks = agent?.requiresApproval === true;
    const why = asks
      ? "Nothing waits for a decision. The agent will ask before it changes something."
      : "Nothing waits for a decision.";
    return { ...free(why), approvalIds };
  }
  const why = "The run that is going on waits for decisions: approve or reject them. What nobody decides expires.";
  return { ...held(why, lastExpiry(asked)), approvalIds };
}
