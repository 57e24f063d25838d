/** Tries a call up to three times, on the clock it is given; one is given up when the provider is silent for too long. */
import { type Clock, ModelFailure } from "../../runtime/ports.ts";
import { toFault } from "./faults.ts";
import { signsOfLife } from "./keep-alive-fetch.ts";

const FIRST_DELAY = 1000;
/** A provider that asks for a longer pause is not waited for here: the failure says for how long. */
const LONGEST_DELAY = 60_000;

export interface Trying {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Milliseconds without a sign of life: how long an answer takes as a whole is its own affair. */
  readonly timeout: number;
  readonly retries: number;
}

/** The first success of `call`. Rejects with ModelFailure, or with the reason of `signal` as soon as that is aborted. */
export async function withRetries<T>(trying: Trying, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, signal, retries } = trying;
  for (let tried = 0; ; tried += 1) {
    const outcome = await attempt(trying, call);
    if (outcome.ok) return outcome.value;
    if (outcome.error instanceof ModelFailure) throw outcome.error;
    const fault = toFault(outcome.error, clock.now());
    const delay = fault.retryAfter ?? FIRST_DELAY * 2 ** tried;
    if (delay > LONGEST_DELAY) throw new ModelFailure(fault.failure.message, fault.failure.provider, delay);
    if (!fault.retry || tried >= retries) throw fault.failure;
    await pause(clock, delay, signal);
  }
}

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown };

async function attempt<T>(
  { clock, signal, timeout }: Trying,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<Outcome<T>> {
  signal.throwIfAborted();
  const limit = new AbortController();
  const stop = (): void => limit.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  let hasAnswered = false;
  let cancel = clock.timer(timeout, () => limit.abort());
  signsOfLife.set(limit.signal, () => {
    hasAnswered = true;
    cancel();
    cancel = clock.timer(timeout, () => limit.abort());
  });
  try {
    return { ok: true, value: await call(limit.signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.signal.aborted) return { ok: false, error };
    const silence = hasAnswered ? "fell silent for" : "did not answer within";
    const message = `The language model ${silence} ${timeout / 1000} seconds (DAYSHIFT_MODEL_TIMEOUT_SECONDS).`;
    return { ok: false, error: new ModelFailure(message) };
  } finally {
    signsOfLife.delete(limit.signal);
    signal.removeEventListener("abort", stop);
    cancel();
  }
}

function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason as Error);
    };
    const cancel = clock.timer(milliseconds, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}
