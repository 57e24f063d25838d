/** Waiting for a service in a process of its own, which works in real time. */
import assert from "node:assert/strict";
import { createSessions } from "../bench/client.ts";
import { losesPatience } from "./settle.ts";

/**
 * Asks the service again and again until the answer will do; fails with the last answer when that is in vain. However fast it
 * answers it does not come to refuse: `ask` is given a session of the owner that stays within its rate limit, for one request.
 */
export async function untilServed<T>(
  { url }: { readonly url: string },
  what: string,
  ask: (credential: string) => Promise<T>,
  enough: (answer: T) => boolean,
): Promise<T> {
  const sessions = createSessions(url);
  const isInVain = losesPatience();
  for (;;) {
    const answer = await ask(await sessions());
    if (enough(answer)) return answer;
    assert.ok(!isInVain(), `Waited in vain: ${what}. Last: ${JSON.stringify(answer)}`);
  }
}
