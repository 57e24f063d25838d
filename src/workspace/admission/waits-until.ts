/** Until when an occurrence waits, as the answer to "why does it not run?" says it. */
import type { ListedOccurrence } from "../../schema/calendar.ts";
import type { Context } from "../protocol/context.ts";
import { assignedAgents, nextMonth, offDutyUntil } from "../schedules/fire.ts";
import type { OccurrenceRow } from "../series/occurrence-rows.ts";
import { toInstantOrNull } from "../time/instant.ts";
import { askedIn, lastExpiry } from "./situation.ts";

/** Null for one that does not wait, and where something else than time brings the end of it about. */
export function waitsUntil(context: Context, occurrence: OccurrenceRow): ListedOccurrence["waitsUntil"] {
  return toInstantOrNull(endOf(context, occurrence));
}

/** Only what is due, or is being worked on, has these reasons still. Milliseconds. */
function endOf(context: Context, { status, reason, todoId, chatId }: OccurrenceRow): number | null {
  if (status !== "queued" && status !== "running") return null;
  if (reason === "insufficient_minutes") return nextMonth(context.now);
  if (reason === "awaiting_approval" && chatId !== null) return lastExpiry(askedIn(context, chatId));
  const agent = assignedAgents(context, todoId).find(({ isArchived }) => !isArchived);
  return reason === "off_duty" && agent !== undefined ? offDutyUntil(agent, context.now) : null;
}
