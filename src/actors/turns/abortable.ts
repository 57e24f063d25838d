/** Waiting for what may never come. */

/** The promise, or a rejection with the signal's reason as soon as it is aborted, whether or not the work heeds the signal. */
export async function abortable<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work(signal), promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
