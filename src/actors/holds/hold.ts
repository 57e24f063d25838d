/**
 * A request that is held open, in the hands of whoever will answer it. No promise: the functions that await one would stay in
 * memory for as long as it lasts, with all that the request came with.
 */
export interface Hold {
  /** Calls `done` once, at once when the wait is over: `body` answers the body, or throws what the request is refused with. */
  wait(done: (body: () => unknown) => void): void;
  /** The client has gone: it is answered as of the commit, and the work goes on. */
  leave(): void;
}

/** What is answered now, or once its hold has ended. */
export interface Holdable {
  readonly body: unknown;
  readonly hold?: Hold;
}

/** The answer in the end, for whoever awaits it; `signal` is aborted when the client has gone. */
export async function settled<Answer extends Holdable>(answer: Answer, signal: AbortSignal): Promise<Answer> {
  const { hold, ...rest } = answer;
  if (hold === undefined) return answer;
  const { promise, resolve } = Promise.withResolvers<() => unknown>();
  const leave = (): void => hold.leave();
  hold.wait(resolve);
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  try {
    const body = await promise;
    return { ...rest, body: body() } as Answer;
  } finally {
    signal.removeEventListener("abort", leave);
  }
}
