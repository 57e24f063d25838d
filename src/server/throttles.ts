/** How often somebody may fail or ask before the gateway slows them down. */
import type { Clock } from "../actors/runtime/ports.ts";
import { createDigests } from "../gateway/auth/digests.ts";
import { createRateLimiter } from "../gateway/auth/rate-limit.ts";
import { createThrottle } from "../gateway/auth/throttle.ts";
import { limits } from "../schema/limits.ts";

const hour = 60 * 60 * 1000;

export function createThrottles(clock: Clock) {
  return {
    limiter: createRateLimiter(clock),
    digests: createDigests(),
    unknownCredentials: createThrottle(limits.unknownCredentials.address.max, { clock }),
    signInFailures: createThrottle(limits.signIn.address.max, { clock }),
    resets: {
      byAddress: createThrottle(limits.passwordResets.address.max, { clock, window: hour }),
      byPerson: createThrottle(limits.passwordResets.person.max, { clock, window: hour }),
    },
  };
}
