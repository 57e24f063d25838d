/** A clock that stands still; its timers fire when the test says so. */
import type { Clock } from "../../../src/actors/runtime/ports.ts";

interface Timer {
  readonly milliseconds: number;
  readonly action: () => void;
}

export class HandClock implements Clock {
  readonly #timers = new Set<Timer>();
  readonly #watchers = new Set<() => void>();
  /** The length of every timer that was ever set, in order. */
  readonly set: number[] = [];

  now(): number {
    return Date.parse("2026-03-05T22:30:00Z");
  }

  monotonic(): number {
    return 0;
  }

  timer(milliseconds: number, action: () => void): () => void {
    const timer = { milliseconds, action };
    this.#timers.add(timer);
    this.set.push(milliseconds);
    for (const watch of this.#watchers) watch();
    return () => this.#timers.delete(timer);
  }

  /** How many timers wait. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Waits until a timer of this length is set, and fires it. */
  async fire(milliseconds: number): Promise<void> {
    const timer = await this.waiting(milliseconds);
    this.#timers.delete(timer);
    timer.action();
  }

  /** Waits until a timer of this length is set. */
  async waiting(milliseconds: number): Promise<Timer> {
    for (;;) {
      const timer = [...this.#timers].find((each) => each.milliseconds === milliseconds);
      if (timer !== undefined) return timer;
      await new Promise<void>((resolve) => {
        const watch = (): void => {
          this.#watchers.delete(watch);
          resolve();
        };
        this.#watchers.add(watch);
      });
    }
  }
}
