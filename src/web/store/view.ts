/** A test, an order and the sorted ids of the records that pass: a change moves one id and sorts nothing again. */
import { Signal } from "../base/signal.ts";
import type { Changed, Identified, Records } from "./records.ts";

export interface ViewRule<T> {
  readonly test: (record: T) => boolean;
  /** Below 0 when the first comes first. Records that are equal go by id, the later one first: ids are in the order of time. */
  readonly compare: (left: T, right: T) => number;
}

export class View<T extends Identified> {
  readonly changed = new Signal();
  readonly #records: Records<T>;
  readonly #rule: ViewRule<T>;
  readonly #end: (() => void)[];
  #rows: T[] = [];

  constructor(records: Records<T>, rule: ViewRule<T>) {
    this.#records = records;
    this.#rule = rule;
    this.#fill();
    this.#end = [
      records.changed.subscribe((change) => this.#take(change)),
      records.replaced.subscribe(() => {
        this.#fill();
        this.changed.emit();
      }),
    ];
  }

  /** In order. The same array as long as nothing changed. */
  get rows(): readonly T[] {
    return this.#rows;
  }

  /** Where the first record lies that is not before `isPast` says so: for the bounds of groups. */
  firstWhere(isPast: (record: T) => boolean): number {
    let low = 0;
    let high = this.#rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isPast(this.#rows[middle] as T)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  dispose(): void {
    for (const end of this.#end) end();
  }

  #fill(): void {
    this.#rows = this.#records
      .all()
      .filter(this.#rule.test)
      .sort((left, right) => this.#order(left, right));
  }

  #take({ before, after }: Changed<T>): void {
    const was = before !== undefined && this.#rule.test(before);
    const is = after !== undefined && this.#rule.test(after);
    if (!was && !is) return;
    this.#rows = this.#rows.slice();
    if (was) this.#rows.splice(this.#place(before), 1);
    if (is) this.#rows.splice(this.#place(after), 0, after);
    this.changed.emit();
  }

  #place(record: T): number {
    return this.firstWhere((other) => this.#order(other, record) >= 0);
  }

  #order(left: T, right: T): number {
    const order = this.#rule.compare(left, right);
    if (order !== 0 || left.id === right.id) return order;
    return left.id > right.id ? -1 : 1;
  }
}
