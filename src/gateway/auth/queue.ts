/** What costs much is made few at a time. Those who ask take turns: who asks for much delays nobody but themselves. */
import { ApiError } from "../../schema/errors.ts";

export interface Queue {
  /** Resolves when it is the caller's turn, with what ends it. Rejects with 429 when too many wait, of this key or in all. */
  enter(key: string): Promise<() => void>;
}

export interface QueueLimits {
  readonly atOnce: number;
  readonly waitingOfKey: number;
  readonly waiting: number;
}

/** Nobody is in it. `refused`: what is said past what may wait, and the seconds after which to try again. */
export function createQueue(
  { atOnce, waitingOfKey, waiting: most }: QueueLimits,
  refused: { readonly message: string; readonly retryAfter: number },
): Queue {
  /** By key, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let inQueue = 0;

  /** Hands the slot on; whose turn it was comes last. */
  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [key, own] = next;
    const resolve = own.shift();
    waiting.delete(key);
    if (own.length > 0) waiting.set(key, own);
    inQueue -= 1;
    resolve?.();
  };

  return {
    async enter(key) {
      if (running < atOnce) {
        running += 1;
        return leave;
      }
      const own = waiting.get(key) ?? [];
      if (own.length >= waitingOfKey || inQueue >= most) throw busy(refused);
      inQueue += 1;
      waiting.set(key, own);
      await new Promise<void>((resolve) => own.push(resolve));
      return leave;
    },
  };
}

function busy({ message, retryAfter }: { readonly message: string; readonly retryAfter: number }): ApiError {
  return new ApiError("rate_limit_exceeded", message, { retryAfter });
}
