/** What this page changed, to take back and to do again. */
import { Signal } from "../base/signal.ts";

export interface Step {
  /** What was done, in words. */
  readonly label: string;
  /** Rejects where that is refused. */
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
}

const depth = 50;

export class Undo {
  readonly changed = new Signal();
  #done: Step[] = [];
  #undone: Step[] = [];

  /** What Z would take back. */
  get last(): Step | undefined {
    return this.#done.at(-1);
  }

  add(step: Step): void {
    this.#done = [...this.#done, step].slice(-depth);
    this.#undone = [];
    this.changed.emit();
  }

  /** A step that never came about is nothing to take back. */
  drop(step: Step): void {
    this.#done = this.#done.filter((one) => one !== step);
    this.#undone = this.#undone.filter((one) => one !== step);
    this.changed.emit();
  }

  /** The step that was taken back; undefined when there is none. Rejects when it was refused; it is not offered again then. */
  async undo(): Promise<Step | undefined> {
    const step = this.#done.pop();
    return step && this.#carryOut(step, this.#undone, step.undo);
  }

  /** The step that was done again; undefined when there is none. Rejects when it was refused; it is not offered again then. */
  async redo(): Promise<Step | undefined> {
    const step = this.#undone.pop();
    return step && this.#carryOut(step, this.#done, step.redo);
  }

  /** The step stands where it goes at once: the next key may come before the service has answered. */
  async #carryOut(step: Step, to: Step[], action: () => Promise<void>): Promise<Step> {
    to.push(step);
    this.changed.emit();
    try {
      await action();
    } catch (error) {
      this.drop(step);
      throw error;
    }
    return step;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
    this.changed.emit();
  }
}
