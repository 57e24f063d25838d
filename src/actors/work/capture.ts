/** Carries a capture through its steps, one commit each: transcribed, summarised, completed. */
import { stageOf } from "../../workspace/transcription/processing.ts";
import { complete, retryLater, type Work } from "../../workspace/work/queue.ts";
import { digest } from "../captures/digest.ts";
import { transcribeNext } from "../captures/transcribe.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

/** Takes step after step until the piece is out of the table or put back. Rejects when the service stops. */
export async function processCapture(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, clock } = parts;
  const next = () => mailbox.read((sql) => stageOf(sql, work.subjectId));
  let stage = next();
  while (stage === "transcribe") {
    if (!(await transcribeNext(parts, work, signal))) return;
    stage = next();
  }
  if (stage === "digest") return digest(parts, work, signal);
  await mailbox.write((sql) => {
    // It may have been asked for since.
    if (stageOf(sql, work.subjectId) === "nothing") complete(sql, work.id);
    else retryLater({ sql, now: clock.now() }, work.id);
  });
}
