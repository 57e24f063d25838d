/** Estimates the minutes that a todo done by agents has saved: by the model, where there is one that can; else by a rule. */
import {
  type Estimate,
  type FinishedWork,
  lastRunToEstimate,
  recordEstimate,
  viewWork,
} from "../../workspace/runs/savings.ts";
import { complete, retryLater, type Work } from "../../workspace/work/queue.ts";
import { insertModelCall } from "../../workspace/chats/model-calls.ts";
import type { ModelCall } from "../runtime/ports.ts";
import { abortable, momentOf, type TurnParts } from "../parts/turn-parts.ts";
import { estimateByRule } from "./estimate-rule.ts";

const timeLimit = 60_000;
/** How often the model is asked before the rule is used. */
const maxAttempts = 3;
const retryDelay = 30_000;

/** Records the estimate and takes the piece out of the table, or puts it back for later. Rejects when the service stops. */
export async function estimateSavings(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox } = parts;
  const todoId = work.subjectId;
  const asOf = mailbox.read((sql) => lastRunToEstimate(sql, todoId));
  if (asOf === null) return mailbox.write((sql) => complete(sql, work.id));
  const finished = mailbox.read((sql) => viewWork(sql, todoId));
  const calls: ModelCall[] = [];
  const estimate = await make(parts, work, { finished, calls }, signal);
  signal.throwIfAborted();
  await mailbox.write((sql) => {
    const moment = momentOf(parts, sql);
    for (const call of calls) insertModelCall(sql, call, { kind: "estimate" }, moment.now);
    if (estimate === null) retryLater(moment, work.id, moment.now + work.attempts * retryDelay);
    else recordEstimate(moment, work, estimate, asOf);
  });
}

/** Null when the model could not, and is to be asked again. */
async function make(
  { model, clock }: TurnParts,
  work: Work,
  { finished, calls }: { readonly finished: FinishedWork; readonly calls: ModelCall[] },
  signal: AbortSignal,
): Promise<Estimate | null> {
  if (model.estimate === undefined || finished.isWithheld || work.attempts > maxAttempts)
    return estimateByRule(finished);
  const limit = new AbortController();
  const cancelTimer = clock.timer(timeLimit, () => limit.abort());
  try {
    const made = await abortable(AbortSignal.any([signal, limit.signal]), async (both) =>
      model.estimate?.(finished, both, (call) => void calls.push(call)),
    );
    return made ?? estimateByRule(finished);
  } catch {
    signal.throwIfAborted();
    return work.attempts < maxAttempts ? null : estimateByRule(finished);
  } finally {
    cancelTimer();
  }
}
