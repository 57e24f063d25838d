/** Carries out a piece of due work. Whatever goes wrong, the piece is done, or due again later: nothing stays taken in a living process. */
import { failure } from "../../workspace/runs/turns.ts";
import { retryLater, type Work, type WorkKind } from "../../workspace/work/queue.ts";
import { processCapture } from "./capture.ts";
import { describeChat } from "../turns/describe.ts";
import { estimateSavings } from "./estimate.ts";
import { pushNotification } from "./push.ts";
import type { Rules } from "../parts/rules.ts";
import { eraseMedia, finishMedia } from "./media.ts";
import { giveUpTurn, runTurn } from "../turns/turn.ts";
import { type TurnParts, abortable, momentOf } from "../parts/turn-parts.ts";
import { forgetCharges, openCharges } from "../../workspace/runs/budget.ts";
import { type Letter, letterOf, recordMail } from "../../workspace/notifications/notify.ts";

/** Attempts without progress after which a turn is given up, so that none ends the process again and again. */
const maxAttempts = 5;
/** Milliseconds before a piece that failed is tried again, times the attempts. */
const retryDelay = 5000;

/** Answers the turn that may have ended with the piece; null when it was none, or the service stops. */
export type Perform = (work: Work, context: Omit<TurnParts, "execute">, signal: AbortSignal) => Promise<string | null>;

/** The `perform` of the rules, with these rules for operations. */
export function createPerform(execute: Rules<Work>["execute"]): Perform {
  return async (work, context, signal) => {
    const parts: TurnParts = { ...context, execute };
    try {
      await performOne(parts, work, signal);
    } catch (error) {
      if (signal.aborted) return null;
      context.report(`A piece of work (${work.kind}) failed; it is tried again later.`, error);
      await putBack(parts, work, signal);
    }
    return work.kind === "turn" ? work.subjectId : null;
  };
}

/** How each kind of work but turns is carried out. */
const inBackground: Readonly<
  Partial<Record<WorkKind, (parts: TurnParts, work: Work, signal: AbortSignal) => Promise<void>>>
> = {
  describe: describeChat,
  notify: mailNotification,
  push: pushNotification,
  settle: settleCharges,
  estimate: estimateSavings,
  media: finishMedia,
  erase_media: eraseMedia,
  capture: processCapture,
  note: processCapture,
};

async function performOne(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  if (work.kind === "turn") {
    return work.attempts > maxAttempts ? giveUpTurn(parts, work, givenUp) : runTurn(parts, work, signal);
  }
  const carryOut = inBackground[work.kind];
  if (carryOut === undefined) throw new Error(`A rule carries out work of the kind ${work.kind}, not a worker.`);
  return carryOut(parts, work, signal);
}

/** Puts the piece back, as soon as the storage takes it. */
async function putBack({ mailbox, clock }: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const delay = retryDelay * Math.min(work.attempts, 12);
  while (!signal.aborted) {
    try {
      const now = clock.now();
      return await mailbox.write((sql) => retryLater({ sql, now }, work.id, now + delay));
    } catch {
      await pause(clock, retryDelay, signal);
    }
  }
}

/** Resolves after so many milliseconds, or when the service stops. */
function pause(clock: TurnParts["clock"], milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.timer(milliseconds, resolve);
    signal.addEventListener(
      "abort",
      () => {
        cancel();
        resolve();
      },
      { once: true },
    );
  });
}

const givenUp = failure(
  "error",
  "The service failed again and again while the agent was at work, and gave up. What the agent did stays: try again with a new message or a new run.",
);

/** Settles the collected charges, and takes the piece out of the table when none came in the meantime. */
async function settleCharges(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const { mailbox, minutes, workspaceId, clock } = parts;
  const charges = mailbox.read(openCharges);
  if (charges.length > 0) await minutes.settle(workspaceId, charges);
  signal.throwIfAborted();
  await mailbox.write((sql) => forgetCharges(sql, work, charges, clock.now()));
}

/** Milliseconds before the second, the third and the fourth try, which is the last one. */
const retryDelays: readonly number[] = [30_000, 2 * 60_000, 10 * 60_000];

/** Tries once, and takes the piece out of the table or puts it back for later. Rejects when the service stops. */
async function mailNotification(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const letter = parts.mailbox.read((sql) => letterOf(sql, work.subjectId));
  const mail = letter === null ? "none" : await tryOnce(parts, work, letter, signal);
  signal.throwIfAborted();
  await parts.mailbox.write((sql) => recordMail(momentOf(parts, sql), work, mail));
}

async function tryOnce(
  { mailer, clock }: TurnParts,
  work: Work,
  letter: Letter,
  signal: AbortSignal,
): Promise<Parameters<typeof recordMail>[2]> {
  const outcome = await abortable(signal, () => mailer.send(letter));
  if (outcome.state === "sent") return "sent";
  if (outcome.state === "unavailable") return "none";
  const delay = retryDelays[work.attempts - 1];
  return outcome.isFinal || delay === undefined ? "failed" : { retryAt: clock.now() + delay };
}
