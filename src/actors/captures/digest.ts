/** Sums a capture up: the model is asked, and when it cannot answer the built-in engine does it. */
import { progressed, complete, retryLater, type Work } from "../../workspace/work/queue.ts";
import { type Made, recordMade, type Saying, sayingOf } from "../../workspace/transcription/processing.ts";
import { insertModelCall } from "../../workspace/chats/model-calls.ts";
import type { ModelCall } from "../runtime/ports.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/** How often the model is asked before the built-in engine sums the capture up. */
const maxAttempts = 3;
const retryDelay = 30_000;
/** Nobody knows where a program is that sends a note: days are those of chats that name no zone. */
const timezone = "UTC";

/** Records what is made of the capture and takes the piece out of the table, or puts it back. Rejects when the service stops. */
export async function digest(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox } = parts;
  const saying = mailbox.read((sql) => sayingOf(sql, work.subjectId));
  if (saying === undefined) return mailbox.write((sql) => complete(sql, work.id));
  const calls: ModelCall[] = [];
  const made = await ask(parts, { saying, calls }, work, signal);
  signal.throwIfAborted();
  await mailbox.write((sql) => {
    const moment = momentOf(parts, sql);
    for (const call of calls) insertModelCall(sql, call, { kind: "digest" }, moment.now);
    if (made === null) return retryLater(moment, work.id, moment.now + work.attempts * retryDelay);
    if (recordMade(moment, work.subjectId, saying, made)) return complete(sql, work.id);
    // Somebody changed it in the meantime: it is read again.
    progressed(sql, work.kind, work.subjectId);
    retryLater(moment, work.id);
  });
}

/** Null when the model could not, and is to be asked again. */
async function ask(
  { model, log, workspaceId }: TurnParts,
  { saying, calls }: { readonly saying: Saying; readonly calls: ModelCall[] },
  work: Work,
  signal: AbortSignal,
): Promise<Made | null> {
  const source = { ...saying, timezone };
  try {
    return await model.summarise(source, signal, (call) => void calls.push(call));
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : "unknown";
    log("warn", "capture not summed up", { workspaceId, captureId: work.subjectId, attempts: work.attempts, reason });
    if (work.attempts < maxAttempts) return null;
    const { digestCapture } = await import("../models/builtin/capture/digest.ts");
    return digestCapture(source);
  }
}
