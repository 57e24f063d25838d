/** What a turn that goes on has used, in the minutes of its organization: it counts before the turn is over. */
import { chargeOf } from "../../workspace/runs/budget.ts";
import type { TurnRow } from "../../workspace/chats/turn-rows.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

/** Seconds of work between two notes: what is short is charged once, at its end. */
const between = 10;

/**
 * Notes the seconds of the turn, unless `known` of them are and few have passed since; answers how many are known then. One that cannot
 * be noted holds nothing up: the next one, or the end, makes up for it.
 */
export async function noteMinutes(
  { minutes, workspaceId, clock }: TurnParts,
  turn: TurnRow,
  agentId: string | null,
  known: number,
): Promise<number> {
  const charge = chargeOf(turn, agentId, clock.now());
  if (charge.seconds - known < between) return known;
  return minutes.note(workspaceId, charge).then(
    () => charge.seconds,
    () => known,
  );
}
