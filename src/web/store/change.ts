/**
 * Changes of records that are shown at once and sent in the background. What the service says lies beneath; the fields that are on their
 * way lie over it, until the answer comes. A refusal takes its fields away again; a record goes when the service says that it is
 * gone, and never for another reason.
 */
import type { Identified, Records } from "./records.ts";

export interface Versioned extends Identified {
  /** Grows with each change. */
  readonly updatedAt: string;
}

export interface Write<T> {
  readonly fields: Partial<T>;
  /** The record as it is then; null when it is gone. Rejects when the service refuses. */
  readonly send: () => Promise<T | null>;
}

interface Pending<T> {
  /** As the service last said; undefined when it is gone. */
  truth: T | undefined;
  /** Whether the feed has said it since the first of these writes. */
  isFed: boolean;
  readonly writes: Write<T>[];
  /** Settles with the last of them. */
  last: Promise<unknown>;
}

export class Changes<T extends Versioned> {
  readonly #records: Records<T>;
  readonly #pending = new Map<string, Pending<T>>();

  constructor(records: Records<T>) {
    this.#records = records;
  }

  /**
   * What the feed says; what is older than an answer that came before it is left out. It lies beneath the writes on their way, so that
   * none of them flickers.
   */
  take(id: string, record: T | undefined): void {
    const pending = this.#pending.get(id);
    const known = this.truthOf(id);
    if (record !== undefined && known !== undefined && record.updatedAt < known.updatedAt) return;
    if (pending !== undefined) {
      Object.assign(pending, { truth: record, isFed: true });
      this.#show(id, pending);
    } else if (record === undefined) this.#records.remove(id);
    else this.#records.put(record);
  }

  /** All records as they were just read. What is on its way stays over them. */
  replace(records: readonly T[]): void {
    const byId = new Map(records.map((record) => [record.id, record]));
    for (const [id, pending] of this.#pending) {
      const read = byId.get(id);
      if (read !== undefined) Object.assign(pending, { truth: read, isFed: true });
      if (pending.truth !== undefined) byId.set(id, overlaid(pending.truth, pending.writes));
    }
    this.#records.replace([...byId.values()]);
  }

  /** All records as the service last said them, without what is on its way to it. */
  settled(): T[] {
    return this.#records.all().flatMap(({ id }) => this.truthOf(id) ?? []);
  }

  /** The record as the service last said it; undefined when it is gone. */
  truthOf(id: string): T | undefined {
    const pending = this.#pending.get(id);
    return pending === undefined ? this.#records.get(id) : pending.truth;
  }

  /** Shows the fields, and sends the write after those of the same record that are on their way. Rejects with the refusal. */
  async write(id: string, write: Write<T>): Promise<T | null> {
    const pending = this.#pending.get(id) ?? this.#begin(id);
    pending.writes.push(write);
    this.#show(id, pending);
    const sent = pending.last.then(() => write.send());
    pending.last = sent.catch(() => undefined);
    try {
      const answer = await sent;
      // An answer may leave out what only the feed says.
      if (!isKnown(pending, answer)) pending.truth = answer === null ? undefined : { ...pending.truth, ...answer };
      return answer;
    } finally {
      pending.writes.splice(pending.writes.indexOf(write), 1);
      if (pending.writes.length === 0) this.#pending.delete(id);
      this.#show(id, pending);
    }
  }

  #begin(id: string): Pending<T> {
    const pending = { truth: this.#records.get(id), isFed: false, writes: [], last: Promise.resolve() };
    this.#pending.set(id, pending);
    return pending;
  }

  #show(id: string, { truth, writes }: Pending<T>): void {
    if (truth === undefined) this.#records.remove(id);
    else this.#records.put(overlaid(truth, writes));
  }
}

function overlaid<T>(truth: T, writes: readonly Write<T>[]): T {
  return Object.assign({}, truth, ...writes.map(({ fields }) => fields)) as T;
}

/** Whether the feed said the same or later than the answer. Of the same moment is later, too: the feed always says the last. */
function isKnown<T extends Versioned>({ truth, isFed }: Pending<T>, answer: T | null): boolean {
  if (!isFed) return false;
  return truth === undefined || (answer !== null && truth.updatedAt >= answer.updatedAt);
}
