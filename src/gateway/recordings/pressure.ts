/** When a client is read from: not while it sends too fast, for any of several reasons, nor while it does not read itself. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { limits } from "../../schema/limits.ts";
import type { AudioLine } from "./replies.ts";

const second = 1000;
const patience = limits.answers.each.max * second;

export interface PressureParts {
  readonly line: AudioLine;
  readonly clock: Clock;
  /** The client has read nothing for 30 seconds. */
  readonly onStuck: () => void;
}

export interface Pressure {
  /** A switch for one reason to pause; reading goes on when no reason stands. */
  reason(): (isPaused: boolean) => void;
  /** Sends, and reads no more while too much of it is unsent. */
  send(text: string): void;
  /** Counts a text frame; the one that is too many in its second is the last before a pause. */
  countText(): void;
  /** The connection is over. */
  stop(): void;
}

/** Nothing is paused at first. */
export function createPressure({ line, clock, onStuck }: PressureParts): Pressure {
  const reasons = new Set<object>();
  const cancels = new Set<() => void>();

  function reason(): (isPaused: boolean) => void {
    const own = {};
    return (isPaused) => {
      const before = reasons.size > 0;
      if (isPaused) reasons.add(own);
      else reasons.delete(own);
      if (before !== reasons.size > 0) line.pause(!before);
    };
  }

  function later(milliseconds: number, action: () => void): () => void {
    const cancel = clock.timer(milliseconds, () => {
      cancels.delete(cancel);
      action();
    });
    cancels.add(cancel);
    return () => {
      cancels.delete(cancel);
      cancel();
    };
  }

  const countText = createFrameCount(reason(), later);
  const send = createSending({ line, pause: reason(), later, onStuck });

  return {
    reason,
    send,
    countText,
    stop() {
      for (const cancel of cancels) cancel();
      cancels.clear();
    },
  };
}

type Later = (milliseconds: number, action: () => void) => () => void;

function createFrameCount(pause: (isPaused: boolean) => void, later: Later): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count === 1) {
      later(second, () => {
        count = 0;
        pause(false);
      });
    }
    if (count >= limits.textFrames.each.max) pause(true);
  };
}

interface SendingParts extends Pick<PressureParts, "line" | "onStuck"> {
  readonly pause: (isPaused: boolean) => void;
  readonly later: Later;
}

function createSending({ line, pause, later, onStuck }: SendingParts): (text: string) => void {
  let cancel: (() => void) | null = null;
  let before = 0;

  const look = (): void => {
    if (line.unsent >= before) {
      onStuck();
      return;
    }
    before = line.unsent;
    cancel = later(patience, look);
  };

  const onTaken = (): void => {
    if (cancel === null || line.unsent > limits.unsent.each.max) return;
    cancel();
    cancel = null;
    pause(false);
  };

  return (text) => {
    line.send(text, onTaken);
    if (cancel !== null || line.unsent <= limits.unsent.each.max) return;
    before = line.unsent;
    pause(true);
    cancel = later(patience, look);
  };
}
