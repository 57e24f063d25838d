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
  readonly signal?: AbortSignal | undefined;
}

/** Answers as the owner does. Rejects with what it refuses with, and with ApiError when it was lost, or there is none for too long. */
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
    for (;;) {
      try {
        return await ask(question);
      } catch (error) {
        if (!isElsewhere(error, question)) throw error;
        if (clock.monotonic() - since >= patienceMs || question.signal?.aborted === true) throw unreachable(error);
      }
      owners.ask();
      await new Promise<void>((resolve) => void clock.timer(pause, resolve));
    }
  };
}

const never = new AbortController().signal;

/** Whether to look for the owner once more; throws what is to be said of a question of which nobody knows what became of it. */
function isElsewhere(error: unknown, { mayRepeat }: Question): boolean {
  if (isNotOwner(error)) return true;
  if (!(error instanceof PeerLost)) return false;
  if (error.isInDoubt && !mayRepeat) throw unreachable(error);
  return true;
}

function unreachable(cause: unknown): ApiError {
  return new ApiError("internal_error", "The owner of this workspace cannot be reached; try again in a moment.", {
    retryAfter: 1,
    cause,
  });
}
