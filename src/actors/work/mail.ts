/** Sends the e-mail of a notification, after the commit of what happened; what came of it is shown at the todo. */
import { type Letter, letterOf, recordMail } from "../../workspace/notifications/notify.ts";
import type { Work } from "../../workspace/work/queue.ts";
import { abortable } from "../turns/abortable.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/** Milliseconds before the second, the third and the fourth try, which is the last one. */
const retryDelays: readonly number[] = [30_000, 2 * 60_000, 10 * 60_000];

/** Tries once, and takes the piece out of the table or puts it back for later. Rejects when the service stops. */
export async function mailNotification(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
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
