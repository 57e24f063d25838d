/**
 * Audio on its way from a client to the disk: frames are collected for a moment, written together, and acknowledged then. At most
 * one write is on its way; a client that is faster than the disk, or by far faster than sound, is paused.
 */
import type { Clock } from "../../actors/runtime/ports.ts";
import { joined } from "../../actors/sound/shared/pieces.ts";
import { limits } from "../../schema/limits.ts";

export interface IntakeParts {
  readonly clock: Clock;
  /** Resolves with the milliseconds that are durable. */
  readonly write: (bytes: Uint8Array, sizes: readonly number[]) => Promise<number>;
  readonly onWritten: (receivedMs: number) => void;
  readonly onFailure: (error: unknown) => void;
  /** The client is to stop sending, or may go on. */
  readonly pause: (isPaused: boolean) => void;
}

export interface Intake {
  add(frame: Uint8Array): void;
  /** Audio that was there before: how fast the client is counts from here. */
  begin(receivedMs: number): void;
  /** Resolves when what has been added so far has been written, or could not be. */
  flush(): Promise<void>;
  /** Resolves when all that was added has been written, or could not be. */
  drain(): Promise<void>;
  /** Writes nothing more. */
  close(): void;
}

/** Frames wait so long, in milliseconds, or until there are so many bytes of them. */
const wait = 250;
const batchBytes = 65_536;
/** Bytes that wait: a client is paused above the one, and resumed at the other. */
const maxWaiting = 1 << 20;
const resumeBelow = 1 << 18;
/** So much audio may come at once, in milliseconds; beyond it, so many times as fast as it sounds. */
const burst = 15 * 60 * 1000;
const speed = limits.audioPace.each.max;

/** The intake of one connection; nothing is written before `begin`. */
export function createIntake({ clock, write, onWritten, onFailure, pause }: IntakeParts): Intake {
  const waiting = createBatch();
  let isPaused = false;
  let isClosed = false;
  let isOpen = false;
  let writing: Promise<void> | null = null;
  let isDraining = false;
  const timer = createTimer(clock);
  let from = { ms: 0, at: 0 };
  let tooFastMs = 0;

  const writeBatch = async (): Promise<void> => {
    const taken = waiting.take();
    const receivedMs = await write(
      joined(taken),
      taken.map(({ byteLength }) => byteLength),
    );
    const allowedMs = from.ms + burst + (clock.monotonic() - from.at) * speed;
    tooFastMs = Math.max(0, receivedMs - allowedMs) / speed;
    onWritten(receivedMs);
  };

  const run = (): void => {
    timer.stop();
    if (writing !== null || waiting.isEmpty || isClosed || !isOpen) return;
    writing = writeBatch()
      .catch((error: unknown) => {
        isClosed = true;
        onFailure(error);
      })
      .finally(() => {
        writing = null;
        next();
      });
  };

  const next = (): void => {
    if (isPaused && waiting.bytes <= resumeBelow) pause((isPaused = false));
    if (tooFastMs > 0 && !isDraining) arm(tooFastMs);
    else if (isDraining || waiting.bytes >= batchBytes) run();
    else if (!waiting.isEmpty) arm(wait);
  };

  const isBusy = (): boolean => !isClosed && isOpen && (writing !== null || !waiting.isEmpty);

  const arm = (milliseconds: number): void => {
    timer.start(milliseconds, () => {
      tooFastMs = 0;
      run();
    });
  };

  return {
    add(frame) {
      if (isClosed || frame.byteLength === 0) return;
      waiting.add(frame);
      if (!isPaused && waiting.bytes > maxWaiting) pause((isPaused = true));
      if (writing === null && !timer.isOn) next();
      else if (waiting.bytes >= batchBytes && tooFastMs === 0) run();
    },
    begin(receivedMs) {
      isOpen = true;
      from = { ms: receivedMs, at: clock.monotonic() };
      next();
    },
    async flush() {
      await writing;
      run();
      await writing;
    },
    async drain() {
      isDraining = true;
      while (isBusy()) {
        run();
        await writing;
      }
      isDraining = false;
    },
    close() {
      isClosed = true;
      timer.stop();
      waiting.take();
    },
  };
}

/** Frames that wait to be written, in order. */
function createBatch() {
  let frames: Uint8Array[] = [];
  let bytes = 0;
  return {
    get bytes() {
      return bytes;
    },
    get isEmpty() {
      return frames.length === 0;
    },
    add(frame: Uint8Array): void {
      frames.push(frame);
      bytes += frame.byteLength;
    },
    take(): readonly Uint8Array[] {
      const taken = frames;
      frames = [];
      bytes = 0;
      return taken;
    },
  };
}

/** One timer at a time: while it is on, another one is not begun. */
function createTimer(clock: Clock) {
  let cancel: (() => void) | null = null;
  return {
    get isOn() {
      return cancel !== null;
    },
    start(milliseconds: number, action: () => void): void {
      cancel ??= clock.timer(milliseconds, () => {
        cancel = null;
        action();
      });
    },
    stop(): void {
      cancel?.();
      cancel = null;
    },
  };
}
