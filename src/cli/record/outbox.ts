/** Audio on its way to the service: kept until it is on the service's disk, so that a new connection can send it again. */
import { frameSize, pcmBytesUntil, type PcmFormat, pcmMs } from "../../schema/pcm.ts";

export interface Outbox {
  readonly format: PcmFormat;
  /** Milliseconds that were added. */
  readonly takenMs: number;
  /** Milliseconds that are on the service's disk. */
  readonly safeMs: number;
  add(bytes: Uint8Array): void;
  /** Nothing more comes: what is left of the last frame may go. */
  finish(): void;
  /** The next frame; null when there is none, or so much is on its way that an acknowledgement must come first. */
  next(): Uint8Array | null;
  /** Whether all has been sent. */
  readonly isSent: boolean;
  acknowledge(safeMs: number): void;
  /** A new connection sends again what was not acknowledged. Answers where that begins, in milliseconds. */
  rewind(): number;
  /** Resolves when little enough waits. */
  room(): Promise<void>;
  /** What was not acknowledged. */
  rest(): readonly Uint8Array[];
}

/** A frame is so long, in milliseconds: whole samples at every rate, so that each begins at a whole millisecond. */
const frameMs = 200;
/** Frames that may be unacknowledged. */
const mostAhead = 160;
/** A source that can wait does so above this many frames. */
const mostWaiting = 600;

export function createOutbox(format: PcmFormat): Outbox {
  const frameBytes = pcmBytesUntil(frameMs, format);
  const filling = new Uint8Array(frameBytes);
  let filled = 0;
  const frames: Uint8Array[] = [];
  /** Numbers of the first frame that is kept, and of the next to be sent. */
  let first = 0;
  let ahead = 0;
  let taken = 0;
  let safeMs = 0;
  let waiters: (() => void)[] = [];

  const push = (frame: Uint8Array): void => {
    frames.push(frame);
    filled = 0;
  };

  return {
    format,
    get takenMs() {
      return pcmMs(taken, format);
    },
    get safeMs() {
      return safeMs;
    },
    get isSent() {
      return filled === 0 && ahead === first + frames.length;
    },
    add(bytes) {
      taken += bytes.byteLength;
      for (let at = 0; at < bytes.byteLength;) {
        const part = bytes.subarray(at, at + frameBytes - filled);
        filling.set(part, filled);
        filled += part.byteLength;
        at += part.byteLength;
        if (filled === frameBytes) push(filling.slice());
      }
    },
    finish() {
      const whole = filled - (filled % frameSize(format));
      if (whole > 0) push(filling.slice(0, whole));
      filled = 0;
    },
    next() {
      const frame = frames[ahead - first];
      if (frame === undefined || ahead - first >= mostAhead) return null;
      ahead += 1;
      return frame;
    },
    acknowledge(ms) {
      safeMs = Math.max(safeMs, ms);
      const isOpen = (frame: Uint8Array, at: number): boolean =>
        first + at >= ahead || pcmMs((first + at) * frameBytes + frame.byteLength, format) > safeMs;
      const open = frames.findIndex(isOpen);
      const count = open < 0 ? frames.length : open;
      frames.splice(0, count);
      first += count;
      if (frames.length > mostWaiting) return;
      for (const resume of waiters) resume();
      waiters = [];
    },
    rewind() {
      ahead = first;
      return first * frameMs;
    },
    room: () => (frames.length <= mostWaiting ? Promise.resolve() : new Promise((resume) => void waiters.push(resume))),
    rest: () => [...frames, filling.slice(0, filled)],
  };
}
