/** Carries out a piece of work however it fails: tried again later, and ended as failed when it fails too often. */
import type { Piece, Place, Rules } from "./parts.ts";

/** So often is a piece taken without getting on, kills of the process included. */
const attemptsAtMost = 5;
/** Milliseconds before the second attempt; doubled before each further one. */
const firstDelay = 1000;

/**
 * Answers the turn that may have ended with the piece. A piece that failed too often is not begun again: it may be what ends
 * the process. Rejects only when the storage takes no writes; the piece then stays taken until the next start.
 */
export async function persevere<Work extends Piece>(
  rules: Pick<Rules<Work>, "perform" | "giveUp" | "table">,
  work: Work,
  place: Place,
  signal: AbortSignal,
): Promise<string | null> {
  if (work.attempts > attemptsAtMost) return giveUp(rules, work, place);
  try {
    return await rules.perform(work, place, signal);
  } catch (error) {
    if (signal.aborted) return null;
    place.report("A piece of work failed in a way that it did not expect.", error);
    const { clock, mailbox } = place;
    const dueAt = clock.now() + firstDelay * 2 ** (work.attempts - 1);
    await mailbox.write((sql) => rules.table.retryLater(sql, work.id, dueAt));
    return null;
  }
}

async function giveUp<Work extends Piece>(
  rules: Pick<Rules<Work>, "giveUp">,
  work: Work,
  { mailbox, clock, ids }: Place,
): Promise<null> {
  await mailbox.write((sql) => rules.giveUp({ sql, now: clock.now(), newId: () => ids.uuid() }, work));
  return null;
}
