/** What a client asks for in texts, carried out one thing after the other in the order in which it came. */

export interface StepsParts {
  readonly onFailure: (error: unknown) => void;
  /** The client is to stop sending, or may go on. */
  readonly pause: (isPaused: boolean) => void;
}

export interface Steps {
  /** Carries the step out when those before it have ended, however they ended. */
  add(step: () => Promise<void>): void;
  /** Resolves when all that were added have ended. */
  ended(): Promise<void>;
}

/** Messages that may wait before the client is paused. */
const maxWaiting = 64;

export function createSteps({ onFailure, pause }: StepsParts): Steps {
  let last: Promise<void> = Promise.resolve();
  let waiting = 0;

  const done = (): void => {
    if ((waiting -= 1) === maxWaiting) pause(false);
  };

  return {
    add(step) {
      if ((waiting += 1) > maxWaiting) pause(true);
      last = last.then(step).catch(onFailure).then(done);
    },
    ended: () => last,
  };
}
