/** What this page changed, to take back and to do again. */
import { Signal } from "../base/signal.ts";
import { isPassing } from "./retry.ts";

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

  /** The step that was taken back; undefined when there is none. Rejects when it was not; one that was refused is not offered again. */
  async undo(): Promise<Step | undefined> {
    const step = this.#done.pop();
    return step && this.#carryOut(step, true);
  }

  /** The step that was done again; undefined when there is none. Rejects when it was not; one that was refused is not offered again. */
  async redo(): Promise<Step | undefined> {
    const step = this.#undone.pop();
    return step && this.#carryOut(step, false);
  }

  /** The step stands where it goes at once: the next key may come before the service has answered. */
  async #carryOut(step: Step, isBack: boolean): Promise<Step> {
    (isBack ? this.#undone : this.#done).push(step);
    this.changed.emit();
    try {
      await (isBack ? step.undo() : step.redo());
    } catch (error) {
      this.drop(step);
      if (isPassing(error)) (isBack ? this.#done : this.#undone).push(step);
      this.changed.emit();
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
