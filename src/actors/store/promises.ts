/** Transactions are synchronous: a function that awaits would commit before its work is done. */

/** `T & NotPromise<T>` as a result type refuses functions that return promises. */
export type NotPromise<T> = T extends PromiseLike<unknown> ? never : T;

/** The value itself. Throws TypeError when it is a promise, whose own failure is then of no interest. */
export function refusePromise<T>(value: T): T {
  if (typeof value !== "object" || value === null || !("then" in value) || typeof value.then !== "function")
    return value;
  void Promise.resolve(value).catch(() => undefined);
  throw new TypeError(
    "A transaction is synchronous: the function returned a promise. Do the waiting outside and pass values in.",
  );
}
