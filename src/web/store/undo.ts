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
    this.changed.emit();
    if (step === undefined) return undefined;
    await step.undo();
    this.#undone.push(step);
    return step;
  }

  /** The step that was done again; undefined when there is none. */
  async redo(): Promise<Step | undefined> {
    const step = this.#undone.pop();
    if (step === undefined) return undefined;
    await step.redo();
    this.#done.push(step);
    this.changed.emit();
    return step;
  }

  clear(): void {
    this.#done = [];
    this.#undone = [];
    this.changed.emit();
  }
}
