/** The way to the owner of a shard: this node or another one, and the next one where it has moved in the meantime. */
import type { Clock } from "../actors/runtime/ports.ts";
import { isNotOwner } from "../actors/workspace/not-owner.ts";
import { ApiError } from "../schema/errors.ts";
import type { Owners } from "./owners.ts";
import { PeerLost, type Peers } from "./peers/peers.ts";

/** Something that the owner of a shard is asked. */
export interface Question {
  readonly shard: number;
  readonly method: string;
  readonly args: readonly unknown[];
  /** Whether being asked twice does the same as being asked once. */
  readonly mayRepeat: boolean;
  /** Aborted when who asks has gone, or only closed their side of the connection. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers as the owner does. Rejects with what it refuses with, with ApiError when it was lost, or there is none for too long, and with the
 * signal's reason when who asks has gone while the owner is looked for, or before a change that may not be asked twice is begun: what they
 * gave up would undo what they have changed since.
 */
export type Route = (question: Question) => Promise<unknown>;

export interface RouteParts {
  /** The address of this node. */
  readonly url: string;
  readonly owns: (shard: number) => boolean;
  /** Answers for this node. Rejects with NotOwner when the shard is another one's by now, and nothing was done. */
  readonly answerHere: (method: string, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>;
  readonly owners: Owners;
  readonly peers: Pick<Peers, "ask">;
  readonly clock: Clock;
  /** Milliseconds for which an owner is looked for. */
  readonly patienceMs: number;
}

/** Milliseconds after which the store is asked again who owns a shard. */
const pause = 25;

export function createRoute({ url, owns, answerHere, owners, peers, clock, patienceMs }: RouteParts): Route {
  async function ask({ shard, method, args, signal }: Question): Promise<unknown> {
    if (owns(shard)) return answerHere(method, args, signal ?? never);
    const owner = await owners.of(shard);
    if (owner === null || owner === url) throw new PeerLost(url, false, null);
    return peers.ask(owner, method, args, signal);
  }

  return async (question) => {
    const since = clock.monotonic();
    const { mayRepeat, signal } = question;
    let isInDoubt = false;
    if (!mayRepeat) signal?.throwIfAborted();
    for (;;) {
      try {
        return await ask(question);
      } catch (error) {
        if (!isNotOwner(error) && !(error instanceof PeerLost)) throw error;
        isInDoubt ||= error instanceof PeerLost && error.isInDoubt;
        const isLate = clock.monotonic() - since >= patienceMs;
        if (isLate || (isInDoubt && !mayRepeat)) throw away(isInDoubt ? lost : unreachable, error);
      }
      owners.ask();
      await new Promise<void>((resolve) => void clock.timer(pause, resolve));
      signal?.throwIfAborted();
    }
  };
}

const never = new AbortController().signal;

const unreachable =
  "The node that has this cannot be reached at the moment: nothing was changed. Try again in a second, at the address of the service.";
const lost =
  "The node that has this was lost before it answered. Try again in a second. A change may or may not be stored: with the same Idempotency-Key it is made once.";

/** 503, as of a node that waits: another one may answer, and this one soon does. */
function away(message: string, cause: unknown): ApiError {
  return new ApiError("internal_error", message, { retryAfter: 1, status: 503, cause });
}
