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
  /** The id of one that has gone, whether it was here or not. */
  readonly #gone = new Signal<string>();
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

  /** Adds what a page has, but for what has gone since it was asked for: the feed is quicker than an answer. Rejects as `page` does. */
  async putPage<Page extends { readonly data: readonly T[] }>(page: Promise<Page>): Promise<Page> {
    const gone = new Set<string>();
    const end = this.#gone.subscribe((id) => void gone.add(id));
    try {
      const read = await page;
      for (const record of read.data) if (!gone.has(record.id)) this.put(record);
      return read;
    } finally {
      end();
    }
  }

  remove(id: string): void {
    this.#gone.emit(id);
    const before = this.#byId.get(id);
    if (before === undefined) return;
    this.#byId.delete(id);
    this.changed.emit({ id, before, after: undefined });
  }

  /** All of them, as they were just read. Where that changes a few, only those are reported; and nothing where it changes none. */
  replace(records: readonly T[]): void {
    const were = this.#byId;
    const changes: Changed<T>[] = [];
    this.#byId = new Map();
    for (const record of records) {
      const before = were.get(record.id);
      const isSame = before !== undefined && isEqual(before, record);
      this.#byId.set(record.id, isSame ? before : record);
      if (!isSame) changes.push({ id: record.id, before, after: record });
    }
    for (const [id, before] of were) if (!this.#byId.has(id)) changes.push({ id, before, after: undefined });
    if (changes.length > mostReported) this.replaced.emit();
    else for (const change of changes) this.changed.emit(change);
  }
}

/** Above this many, sorting all of them again costs less. */
const mostReported = 50;

/** Whether two values of records are alike, however deep. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  const [one, other] = [left as Record<string, unknown>, right as Record<string, unknown>];
  for (const name in one) if (!isEqual(one[name], other[name])) return false;
  for (const name in other) if (!(name in one)) return false;
  return true;
}
