/** Books what turns used in the ledger of the organization. After a crash it is booked again, which changes nothing there. */
import { forgetCharges, openCharges } from "../../workspace/runs/budget.ts";
import type { Work } from "../../workspace/work/queue.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

/** Settles the collected charges, and takes the piece out of the table when none came in the meantime. */
export async function settleCharges(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, minutes, workspaceId, clock } = parts;
  const charges = mailbox.read(openCharges);
  if (charges.length > 0) await minutes.settle(workspaceId, charges);
  signal.throwIfAborted();
  await mailbox.write((sql) => forgetCharges(sql, work, charges, clock.now()));
}
