/** Time and chance of the platform; whatever has fetch has these. */
import type { Ports } from "./options.ts";

export const platform: Ports = {
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", stop);
        resolve();
      }, milliseconds);
      if (signal?.aborted) stop();
      else signal?.addEventListener("abort", stop, { once: true });
    }),
  random: () => Math.random(),
  newKey: () => crypto.randomUUID(),
};
