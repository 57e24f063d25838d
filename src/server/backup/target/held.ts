/** A place of backups, for as long as this process is the one that makes them. */
import type { Target } from "./target.ts";

/** The target while `requireHeld` does not throw: then nothing more is written or removed, for another process may be at it. */
export function whileHeld(target: Target, requireHeld: () => void): Target {
  return {
    ...target,
    async put(key, file, signal) {
      requireHeld();
      await target.put(key, file, signal);
    },
    async putText(key, text) {
      requireHeld();
      await target.putText(key, text);
    },
    async remove(key) {
      requireHeld();
      await target.remove(key);
    },
    async dropUnfinished() {
      requireHeld();
      await target.dropUnfinished();
    },
  };
}
