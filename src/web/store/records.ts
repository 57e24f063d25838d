/** Records of one kind, by id, and who listens to their changes. */
import { Signal } from "../base/signal.ts";

export interface Identified {
  readonly id: string;
}

/** What became of a record; undefined where it was not there before, or is not any more. */
export interface Changed<T> {
  readonly id: string;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

export class Records<T extends Identified> {
  /** One record changed; the records say so already. */
  readonly changed = new Signal<Changed<T>>();
  /** All of them were replaced. */
  readonly replaced = new Signal();
  #byId = new Map<string, T>();

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  get size(): number {
    return this.#byId.size;
  }

  all(): T[] {
    return [...this.#byId.values()];
  }

  put(record: T): void {
    const before = this.#byId.get(record.id);
    if (before === record) return;
    this.#byId.set(record.id, record);
    this.changed.emit({ id: record.id, before, after: record });
  }

  remove(id: string): void {
    const before = this.#byId.get(id);
    if (before === undefined) return;
    this.#byId.delete(id);
    this.changed.emit({ id, before, after: undefined });
  }

  replace(records: readonly T[]): void {
    this.#byId = new Map(records.map((record) => [record.id, record]));
    this.replaced.emit();
  }
}
