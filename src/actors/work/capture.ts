/** Carries a capture through its steps, one commit each: written down, summed up, completed. */
import { failCapture, stageOf } from "../../workspace/flows/processing.ts";
import { complete, type Work } from "../../workspace/work.ts";
import { digest } from "../captures/digest.ts";
import type { TurnParts } from "../turns/parts.ts";

/** Does what is to be done next, again and again, and takes the piece out of the table, or puts it back for later. */
export async function processCapture(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, clock } = parts;
  const stage = mailbox.read((sql) => stageOf(sql, work.subjectId));
  if (stage === "digest") return digest(parts, work, signal);
  await mailbox.write((sql) => {
    if (stage === "transcribe") {
      failCapture({ sql, now: clock.now() }, work.subjectId, "no_audio", "No audio and no speech arrived.");
    }
    complete(sql, work.id);
  });
}
