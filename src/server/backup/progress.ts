/** Progress of long work on a terminal: one line that is written over. */
import { counted } from "../../schema/counted.ts";
import type { Progress } from "./backup.ts";

/** Where the line stands: stderr, in tests what stands for it. */
export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Zero or undefined where the terminal does not say. */
  readonly columns?: number;
}

/**
 * Does the work, which shows how far it is with each step. `words`: what a step says. The line fits the terminal, is gone when
 * the work ends, however it ends, and is not written at all where there is no terminal.
 */
export async function withProgress<Step, Outcome>(
  words: (step: Step) => string,
  work: (show: (step: Step) => void) => Promise<Outcome>,
  screen: Screen = process.stderr,
): Promise<Outcome> {
  const show = (text: string): void => {
    if (screen.isTTY === true) screen.write(`\r\u001b[K${text}`);
  };
  try {
    // The last column stays free: a full line wraps to the next.
    return await work((step) => show(words(step).slice(0, (screen.columns || 80) - 1)));
  } finally {
    show("");
  }
}

/** The words of work that goes workspace by workspace. */
export function byWorkspace(what: string): (progress: Progress) => string {
  return ({ done, total, sent }) => `${what} ${done} of ${counted(total, "workspace")}, ${readableBytes(sent)}`;
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
