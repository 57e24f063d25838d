/** A test, an order and the sorted ids of the records that pass: a change moves one id and sorts nothing again. */
import { Signal } from "../base/signal.ts";
import type { Changed, Identified, Records } from "./records.ts";

export interface ViewRule<T> {
  readonly test: (record: T) => boolean;
  /** The number of the group that it stands in; groups follow one another by it. Without it there is one group. */
  readonly groupOf?: (record: T) => number;
  /**
   * Within a group: below 0 when the first comes first. Records that are equal go by id, the later one first: ids are in the order
   * of time.
   */
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

  /** Group by group: sorting compares nothing across groups, which is most of what it would do. */
  #fill(): void {
    const { test, groupOf } = this.#rule;
    const groups = new Map<number, T[]>();
    for (const record of this.#records.all()) {
      if (!test(record)) continue;
      const at = groupOf?.(record) ?? 0;
      const group = groups.get(at);
      if (group === undefined) groups.set(at, [record]);
      else group.push(record);
    }
    const inOrder = [...groups].toSorted(([left], [right]) => left - right);
    this.#rows = inOrder.flatMap(([, group]) => group.sort((left, right) => this.#within(left, right)));
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
    const { groupOf } = this.#rule;
    return (groupOf === undefined ? 0 : groupOf(left) - groupOf(right)) || this.#within(left, right);
  }

  #within(left: T, right: T): number {
    const order = this.#rule.compare(left, right);
    if (order !== 0 || left.id === right.id) return order;
    return left.id > right.id ? -1 : 1;
  }
}
