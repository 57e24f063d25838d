/** The work that a capture needs: notes and recordings are different kinds, so that neither waits for all of the other. */
import type { WorkKind } from "../work/queue.ts";
import type { CaptureRow } from "./row.ts";

/** The kind of work by which it is worked out what a capture says. */
export function processingOf({ type }: Pick<CaptureRow, "type">): WorkKind {
  return type === "note" ? "note" : "capture";
}
