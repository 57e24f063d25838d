/** One line that says how it stands, written over as that changes; nothing where there is no terminal. */
import type { Output } from "../ports/io.ts";
import { fit } from "./text.ts";

export interface StatusLine {
  show(text: string): void;
  /** The next one begins below what was written in the meantime. */
  leave(): void;
  /** Takes it away. */
  clear(): void;
}

/** `isAbove`: above the line in which a person types, which stays as it is. */
export function createStatusLine(output: Output, isAbove = false): StatusLine {
  let isShown = false;
  let last = "";
  const again = isAbove
    ? (text: string) => `\u001b7\u001b[1A\r\u001b[2K${text}\u001b8`
    : (text: string) => `\r\u001b[2K${text}`;
  return {
    show(text) {
      const line = fit(text, (output.columns ?? 80) - 1);
      if (!output.isTerminal || (isShown && line === last)) return;
      output.write(isShown ? again(line) : `${line}${isAbove ? "\n" : ""}`);
      [isShown, last] = [true, line];
    },
    leave() {
      isShown = false;
    },
    clear() {
      if (isShown) output.write(isAbove ? "\u001b[1A\r\u001b[0J" : "\r\u001b[2K");
      isShown = false;
    },
  };
}

const cells = "▏▎▍▌▋▊▉█";

/** How much of something, from 0 to 1, in so many columns. */
export function bar(share: number, columns: number): string {
  const eighths = Math.round(Math.max(0, Math.min(1, share)) * columns * 8);
  const last = eighths % 8 === 0 ? "" : (cells[(eighths % 8) - 1] as string);
  return ("█".repeat(Math.floor(eighths / 8)) + last).padEnd(columns, "·");
}

/** `1:02:03` or `2:03`. */
export function clockOf(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** `12.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
