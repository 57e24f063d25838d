/** Sums a capture up: the model is asked, and when it cannot answer the built-in engine does it. */
import { progressed, complete, retryLater, type Work } from "../../workspace/work/queue.ts";
import { type Made, recordMade, type Saying, sayingOf } from "../../workspace/transcription/processing.ts";
import { countModelCalls, insertModelCall } from "../../workspace/chats/model-calls.ts";
import type { CaptureSource, ModelCall } from "../runtime/ports.ts";
import { inTurn } from "./in-turn.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/** How often the model is asked before the built-in engine sums the capture up. */
const maxAttempts = 3;
const retryDelay = 30_000;
const dayMs = 24 * 60 * 60 * 1000;
/** Whose days are meant where the person has set no zone: those of chats that name none. */
const usualTimezone = "UTC";

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
  parts: TurnParts,
  { saying, calls }: { readonly saying: Saying; readonly calls: ModelCall[] },
  work: Work,
  signal: AbortSignal,
): Promise<Made | null> {
  const { model, log, workspaceId, mailbox, clock, access } = parts;
  const { saidBy, ...said } = saying;
  const source = { ...said, timezone: (await access.timezoneOf(saidBy)) ?? usualTimezone };
  const isByRule = model.isLocal !== true && isSpent(parts);
  const isLocal = model.isLocal === true || isByRule;
  const summarise = async (): Promise<Made> => {
    signal.throwIfAborted();
    return isByRule ? byRule(source, signal) : model.summarise(source, signal, (call) => void calls.push(call));
  };
  try {
    return await inTurn(mailbox, { clock, isLocal }, summarise);
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : "unknown";
    log("warn", "capture not summed up", { workspaceId, captureId: work.subjectId, attempts: work.attempts, reason });
    if (work.attempts < maxAttempts) return null;
    return byRule(source, signal);
  }
}

/** Whether as many requests to the model as a day has for captures were made on this one (UTC). */
function isSpent({ mailbox, clock, generationPerDay }: TurnParts): boolean {
  const midnight = clock.now() - (clock.now() % dayMs);
  return mailbox.read((sql) => countModelCalls(sql, "digest", midnight, midnight + dayMs)) >= generationPerDay;
}

async function byRule(source: CaptureSource, signal: AbortSignal): Promise<Made> {
  const { digestAside } = await import("../models/builtin/capture/aside.ts");
  return digestAside(source, signal);
}
