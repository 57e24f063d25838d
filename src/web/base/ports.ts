/** Time, chance and timers of the page: everything else takes them from here, or as an argument. */

export interface Ports {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once after so many milliseconds; the answer takes it back. */
  later(milliseconds: number, action: () => void): () => void;
  /** A key that nobody else makes. */
  newKey(): string;
  /** From 0 up to 1. */
  random(): number;
}

export const platform: Ports = {
  now: () => Date.now(),
  later: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
  newKey: () => crypto.randomUUID?.() ?? fallbackKey(),
  random: () => Math.random(),
};

/** Browsers give `randomUUID` to secure addresses alone; random bytes to all. */
function fallbackKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
