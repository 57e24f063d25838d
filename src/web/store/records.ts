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

interface Page<T> {
  readonly data: readonly T[];
}

/** The ids of which something was heard since a page was asked for, and its records with that over them. */
interface Heard<T> {
  readonly heard: ReadonlySet<string>;
  readonly newest: (records: readonly T[]) => T[];
}

export class Records<T extends Identified> {
  /** One record changed; the records say so already. */
  readonly changed = new Signal<Changed<T>>();
  /** All of them were replaced. */
  readonly replaced = new Signal();
  /** The id of one that was put here or has gone, whether that changed it or not. */
  readonly #heard = new Signal<string>();
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
    this.#heard.emit(record.id);
    const before = this.#byId.get(record.id);
    if (before === record) return;
    this.#byId.set(record.id, record);
    this.changed.emit({ id: record.id, before, after: record });
  }

  /** Adds what a page has, where it is still wanted then. Rejects as `page` does. */
  putPage<P extends Page<T>>(page: Promise<P>, isWanted = always): Promise<P> {
    return this.#hearing(page, isWanted, ({ data }, { newest }) => {
      for (const record of newest(data)) this.put(record);
    });
  }

  /** Puts what a page has in the place of all, where it is still wanted then. Rejects as `page` does. */
  replaceByPage<P extends Page<T>>(page: Promise<P>, isWanted = always): Promise<P> {
    return this.#hearing(page, isWanted, ({ data }, { newest, heard }) => {
      const read = new Set(data.map(({ id }) => id));
      const added = [...heard].flatMap((id) => (read.has(id) ? [] : (this.get(id) ?? [])));
      this.replace([...added, ...newest(data)]);
    });
  }

  /**
   * The feed is quicker than an answer: what it has said of a record since that was asked for lies over what is read, and what has gone
   * since stays away.
   */
  async #hearing<P>(page: Promise<P>, isWanted: () => boolean, take: (read: P, heard: Heard<T>) => void): Promise<P> {
    const heard = new Set<string>();
    const end = this.#heard.subscribe((id) => void heard.add(id));
    const newestOf = (record: T): T | readonly T[] => {
      const known = this.get(record.id);
      return heard.has(record.id) ? (known === undefined ? [] : { ...record, ...known }) : record;
    };
    try {
      const read = await page;
      if (isWanted()) take(read, { heard, newest: (records) => records.flatMap(newestOf) });
      return read;
    } finally {
      end();
    }
  }

  remove(id: string): void {
    this.#heard.emit(id);
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

const always = (): boolean => true;

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
