/** Progress of long work on a terminal: one line that is written over. */
import type { Progress } from "../backup/backup.ts";

export interface ProgressLine<Step> {
  show(step: Step): void;
  end(): void;
}

/** On stderr; nothing where that is no terminal. `words`: what a step says. */
export function progressLine<Step>(words: (step: Step) => string): ProgressLine<Step> {
  const isShown = process.stderr.isTTY;
  return {
    show(step) {
      if (isShown) process.stderr.write(`\r\u001b[K${words(step)}`);
    },
    end() {
      if (isShown) process.stderr.write("\r\u001b[K");
    },
  };
}

/** The words of work that goes workspace by workspace. */
export function byWorkspace(what: string): (progress: Progress) => string {
  return ({ done, total, sent }) => `${what} ${done} of ${counted(total, "workspace")}, ${readableBytes(sent)}`;
}

/** `1 workspace`, `2 workspaces`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Of three digits, this is 1.00 of the next unit. */
const roundsToThousand = 999.5;

/** `1.40 MB`. */
export function readableBytes(bytes: number): string {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= roundsToThousand && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}
