/** The example of an answer to "why did it not run?". */
import type { JsonObject } from "../../../schema/common.ts";

const until = "2026-03-11T09:00:00.000Z";
const offDuty = "The agent is off duty then: it starts at the next opening of its working hours.";
const free = { holds: false, until: null };

/** The occurrence waits for the agent's hours. */
export function admissionExample(occurrence: JsonObject, agentId: string): JsonObject {
  const none = { runId: null, chatId: null };
  const waiting = { ...occurrence, ...none, status: "queued", reason: "off_duty", startedAt: null, finishedAt: null };
  return {
    object: "todo_admission",
    todoId: occurrence["todoId"],
    startedBy: "schedule",
    occurrence: waiting,
    latestOccurrence: waiting,
    isHeld: true,
    startsAt: until,
    summary: offDuty,
    schedule: { ...free, why: "It is due." },
    agent: { ...free, why: "The agent is there.", agentId },
    hours: { holds: true, why: offDuty, until },
    budget: { ...free, why: "The organization has minutes left this month.", remainingMinutes: 597 },
    overlap: { ...free, ...none, why: "No other run of the todo is going on." },
    approval: { ...free, why: "Nothing waits for a decision.", approvalIds: [] },
  };
}
