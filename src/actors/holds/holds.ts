/**
 * A request with `waitSeconds` after its commit: it waits outside the mailbox for its turn and is then answered anew. A retry
 * with the same key joins the wait; the wait of a request with a key outlives its client, so that the retry still finds it.
 */
import type { Held } from "../../workspace/idempotency.ts";
import { ApiError } from "../../schema/errors.ts";
import type { WaitEnd, Waiters } from "./waiters.ts";

export interface HeldRequest {
  /** The answer as of the commit. */
  readonly base: unknown;
  readonly held: Held;
  /** Names credential and Idempotency-Key; null without a key. */
  readonly joinKey: string | null;
  readonly signal: AbortSignal | undefined;
  /** The turn may have ended before anyone waited for it. */
  readonly hasEnded: () => boolean;
  /** Checks the credential again and reads the answer as things stand. */
  readonly answer: () => Promise<unknown>;
  /** Records the answer for replays. */
  readonly finish: (body: unknown) => Promise<void>;
}

export interface Holds {
  /**
   * The body to answer once the turn ended, the time was up or the service stops; the base when the client has gone. Rejects
   * with 401 or 403 when the credential may no longer see the answer, with 504 when it can not be read.
   */
  hold(request: HeldRequest): Promise<unknown>;
}

export function createHolds(waiters: Waiters): Holds {
  const shared = new Map<string, Promise<unknown>>();

  const begin = (request: HeldRequest): { answer: Promise<unknown>; giveUp: () => void } => {
    const { held, hasEnded } = request;
    const wait = waiters.wait(held.turnId, held.until);
    const answer = conclude(request, wait.ended);
    if (hasEnded()) waiters.turnEnded(held.turnId);
    return { answer, giveUp: () => wait.giveUp() };
  };

  const join = (joinKey: string, request: HeldRequest): Promise<unknown> => {
    const earlier = shared.get(joinKey);
    if (earlier !== undefined) return earlier;
    const { answer } = begin(request);
    shared.set(joinKey, answer);
    const forget = (): void => void shared.delete(joinKey);
    answer.then(forget, forget); // also keeps a refusal that nobody is left to hear from counting as unhandled
    return answer;
  };

  return {
    hold(request) {
      const { joinKey, signal, base } = request;
      if (joinKey !== null) return unlessGone(join(joinKey, request), signal, () => base);
      const { answer, giveUp } = begin(request);
      return unlessGone(answer, signal, () => {
        giveUp();
        return base;
      });
    },
  };
}

async function conclude({ base, joinKey, answer, finish }: HeldRequest, ended: Promise<WaitEnd>): Promise<unknown> {
  if ((await ended) === "gone") return base;
  const body = await answer().catch(toTimeout);
  // The effect is committed and the answer known: a record that can not be brought up to date must not turn it into a failure.
  if (joinKey !== null) await finish(body).catch(() => undefined);
  return body;
}

function toTimeout(error: unknown): never {
  if (error instanceof ApiError) throw error;
  throw new ApiError(
    "upstream_timeout",
    "The wait is over and the state could not be read. The work goes on: poll the chat and its messages.",
    { headers: { "Retry-After": "1" } },
  );
}

/** The answer, or what `onGone` makes once the client has gone. */
function unlessGone(
  answer: Promise<unknown>,
  signal: AbortSignal | undefined,
  onGone: () => unknown,
): Promise<unknown> {
  if (signal === undefined) return answer;
  return new Promise((resolve, reject) => {
    const gone = (): void => resolve(onGone());
    const stopListening = (): void => signal.removeEventListener("abort", gone);
    answer.then(resolve, reject);
    answer.then(stopListening, stopListening);
    if (signal.aborted) gone();
    else signal.addEventListener("abort", gone, { once: true });
  });
}
