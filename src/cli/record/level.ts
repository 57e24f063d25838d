/** How loud samples are, for people to see that the microphone hears them. */
import { bar } from "../output/status.ts";

/** Below this many decibels under full scale it is quiet. */
const quietest = -50;
const columns = 10;

export interface Level {
  add(bytes: Uint8Array): void;
  /** The loudest since the last look, as a bar of ten columns. */
  look(): string;
}

export function createLevel(): Level {
  let peak = 0;
  return {
    add(bytes) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at + 1 < bytes.byteLength; at += 2) peak = Math.max(peak, Math.abs(view.getInt16(at, true)));
    },
    look() {
      const decibels = peak === 0 ? quietest : 20 * Math.log10(peak / 32_768);
      peak = 0;
      return bar(1 - decibels / quietest, columns);
    },
  };
}
