/**
 * Writes the journal: what a write of a workspace changes, in its own transaction. It hears of each record from the room that writes
 * its row, reads the record before and after, and writes one entry for each record and cause. Nothing else adds rows to `changes`.
 */
import type { RecordKind } from "../../../schema/record-kinds.ts";
import type { Cause, Image, Recorded, Recorder, Sql, Unpacking } from "../sql.ts";
import type { Hash } from "./entry-hash.ts";
import {
  differenceOf,
  eraseCarried,
  eraseImagesOf,
  type Head,
  insertEntry,
  insertTouch,
  lastChangeOf,
  readHead,
  setLastChange,
} from "./rows.ts";
import { createRetention, lookEvery } from "./retention.ts";

/** What the journal needs from outside. */
export interface JournalPorts {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The id of a set of changes. */
  readonly newId: () => string;
  readonly hash: Hash;
  /** Random text that nobody can guess. */
  readonly salt: () => string;
  /** Milliseconds after which what stood there before is forgotten. */
  readonly lifetime: number;
  /** An image as it is stored. */
  readonly pack: (image: string) => string;
}

export interface Journal extends Recorder, Unpacking {
  /** A write begins: what one that failed has named is forgotten. */
  begin(): void;
  /** The write is over: writes what it changed without another cause. */
  end(): void;
  /** Rows may have been undone: the end of the chain is read again. */
  forget(): void;
  /** Runs what undoes its own rows when it throws: what it named is then forgotten with them. */
  attempt<T>(action: () => T): T;
}

/** A record that was named. */
interface Named {
  readonly record: Recorded;
  readonly id: string;
  /** The number of its entry. */
  readonly n: number;
  /** Undefined when it was not there. */
  readonly before: Image | undefined;
  /** What it became; undefined when that is to be read. */
  after: Image | undefined;
  /** The entry of the record before this one, once that was read; null for none. */
  previous?: number | null;
  /** Its row names the entry already. */
  isLinked: boolean;
}

/** Stands for the image of a record that goes: an entry that erases has none. */
const anything: Image = { fields: {}, carried: null };

/** The journal of one connection; `sql` is the connection's own. */
export function createJournal(sql: Sql, ports: JournalPorts): Journal {
  let named = new Map<string, Named>();
  let touched = new Map<string, readonly [kind: RecordKind, id: string]>();
  let cause: Cause | null = null;
  let head: Head | null = null;
  const retention = createRetention(sql, ports.lifetime);
  let writes = 0;

  /** What is named again may have become something else. */
  function name(record: Recorded, id: string, before: () => Image | undefined, after?: Image): void {
    const key = record.kind + id;
    const known = named.get(key);
    if (known === undefined) named.set(key, { record, id, n: nextNumber(), before: before(), after, isLinked: false });
    else known.after = undefined;
  }

  /** Entries are numbered as records are named; those that are not written leave a gap. */
  function nextNumber(): number {
    const last = head ?? readHead(sql);
    head = { ...last, n: last.n + 1 };
    return head.n;
  }

  function previousOf(one: Named): number | null {
    if (one.previous === undefined) one.previous = lastChangeOf(sql, one.record, one.id);
    return one.previous;
  }

  /** Writes what was named since the last time, on behalf of the cause. */
  function settle(): void {
    if (named.size === 0 && touched.size === 0) return;
    const by = cause ?? serviceCause("service", ports.newId());
    const at = ports.now();
    for (const [key, one] of named) {
      if (!write(by, at, one)) touched.set(key, [one.record.kind, one.id]);
      else touched.delete(key);
    }
    for (const [kind, recordId] of touched.values()) touch({ at, kind, recordId });
    forgetNamed();
    if (writes++ % lookEvery === 0) retention.look(at);
  }

  /** False when nothing is different. */
  function write(by: Cause, at: number, one: Named): boolean {
    const { record, id, n, before } = one;
    const difference = differenceOf(before, one.after ?? record.image(sql, id), ports.pack);
    if (difference === null) {
      if (one.isLinked) setLastChange(sql, record, id, previousOf(one));
      return false;
    }
    const salt = difference.after === null ? null : ports.salt();
    const entry = { n, by, at, kind: record.kind, recordId: id, previous: previousOf(one), difference, salt };
    const last = head ?? readHead(sql);
    head = { n: last.n, hash: insertEntry(sql, last.hash, entry, ports.hash) };
    if (!one.isLinked && difference.op !== "erased") setLastChange(sql, record, id, n);
    return true;
  }

  function touch(row: { readonly at: number; readonly kind: RecordKind; readonly recordId: string }): void {
    insertTouch(sql, { ...row, n: nextNumber() }, ports.salt());
  }

  function forget(): void {
    head = null;
    retention.reset();
  }

  /** Not by `clear()`, after which V8 may keep alive what stood in the map (docs/performance.md, "Collecting garbage"). */
  function forgetNamed(): void {
    if (named.size > 0) named = new Map();
    if (touched.size > 0) touched = new Map();
  }

  return {
    created: (record, id, after) => name(record, id, () => undefined, after),
    changing: (record, id, images) => name(record, id, () => images?.before ?? record.image(sql, id), images?.after),
    erasing(record, id) {
      name(record, id, () => anything);
      const one = named.get(record.kind + id);
      if (one === undefined) return;
      // The row goes, and with it what it says of its entries.
      eraseImagesOf(sql, record, id, previousOf(one));
      if (record.kind === "capture") eraseCarried(sql, id);
    },
    numberFor(record, id, previous) {
      const one = named.get(record.kind + id);
      if (one === undefined) throw new Error(`The ${record.kind} ${id} was not named as changing.`);
      if (!one.isLinked) {
        one.previous = previous;
        one.isLinked = true;
      }
      return one.n;
    },
    touched: (kind, id) => void touched.set(kind + id, [kind, id]),
    by(next, action) {
      settle();
      const outer = cause;
      cause = next;
      try {
        const result = action();
        settle();
        return result;
      } finally {
        cause = outer;
      }
    },
    unpack: (stored) => sql.journal.unpack(stored),
    hash: ports.hash,
    get cause() {
      return cause;
    },
    begin() {
      forgetNamed();
      cause = null;
    },
    end: settle,
    forget,
    attempt(action) {
      const kept = [...named].map(([key, one]) => [key, { ...one }] as const);
      const keptTouches = [...touched];
      const keptHead = head;
      try {
        return action();
      } catch (error) {
        forget();
        forgetNamed();
        head = keptHead;
        for (const [key, one] of kept) named.set(key, one);
        for (const [key, touch] of keptTouches) touched.set(key, touch);
        throw error;
      }
    },
  };
}

/** What the service does by itself. */
function serviceCause(operation: string, changeSet: string): Cause {
  return { ...nobody, operation, changeSet };
}

const nobody = {
  actorType: "service",
  actorId: null,
  onBehalfOf: null,
  credentialType: null,
  credentialId: null,
  chatId: null,
  runId: null,
  turnId: null,
  callKey: null,
  approvalId: null,
  undoes: null,
} as const;
