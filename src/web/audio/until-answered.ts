/** What is asked of the service for as long as it takes until it answers. */
import type { Ports } from "../base/ports.ts";
import { askedOf, isRefusal, persistently } from "../store/retry.ts";

/** Milliseconds until it is asked again what had no answer for half a minute, or is to be left alone for longer. */
const leastPause = 5000;

/** The answer of `send`, however long none comes. Rejects with the refusal. */
export async function untilAnswered<T>(ports: Ports, send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await persistently(ports, send);
    } catch (error) {
      if (isRefusal(error)) throw error;
      const pause = Math.max(leastPause, askedOf(error));
      await new Promise<void>((resolve) => ports.later(pause, resolve));
    }
  }
}
