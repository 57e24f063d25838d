/**
 * Reads that take long, one after the other, and with a rest in between where they are many and somebody else asks for anything: one whose
 * last read did waits for it, in turns with others, so that what else there is to do comes first, however many are asked for.
 */
import type { Clock, Pacing } from "./ports.ts";

/** Milliseconds from which a read is a long one. */
const long = 10;
/** So many times as long as a long read took is the rest after it: making text of what was read takes as long again. */
const rest = 2;
/** Milliseconds that long reads may take beyond a quarter of the time before a rest follows each: nobody who looks around waits. */
const credit = 250;
const share = 1 / 4;
/** Milliseconds after which somebody else is not taken to be there any more. */
const presenceMs = 1000;

export function createPacing(clock: Pick<Clock, "monotonic" | "timer">): Pacing {
  /** Credentials whose last read was long. */
  const slow = new Set<string>();
  /** By credential, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let restsUntil = -Infinity;
  /** Milliseconds that long reads took beyond their share, when the last one ended. */
  let beyond = 0;
  let endedAt = -Infinity;
  const presence = { credentialId: "", changedAt: -Infinity };

  const schedule = (): void => {
    clock.timer(Math.max(1, restsUntil - clock.monotonic()), next);
  };

  /** Lets one read; whose turn it was comes last. */
  const next = (): void => {
    if (clock.monotonic() < restsUntil) return schedule();
    const [first] = waiting;
    if (first === undefined) return;
    const [credentialId, own] = first;
    const resume = own.shift();
    waiting.delete(credentialId);
    if (own.length > 0) waiting.set(credentialId, own);
    if (waiting.size > 0) schedule();
    resume?.();
  };

  return {
    presence,
    turn(credentialId) {
      if (!slow.has(credentialId)) return null;
      if (waiting.size === 0 && clock.monotonic() >= restsUntil) return null;
      if (waiting.size === 0) schedule();
      const own = waiting.get(credentialId) ?? [];
      waiting.set(credentialId, own);
      return new Promise((resolve) => own.push(resolve));
    },
    note(credentialId, milliseconds) {
      if (milliseconds < long) {
        slow.delete(credentialId);
        return;
      }
      slow.add(credentialId);
      const now = clock.monotonic();
      beyond = Math.max(0, beyond - share * (now - endedAt)) + milliseconds;
      endedAt = now;
      const isAlone = now - milliseconds - presence.changedAt > presenceMs;
      restsUntil = now + (beyond > credit && !isAlone ? rest * milliseconds : 1);
    },
  };
}
