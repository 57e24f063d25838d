/** The store of several machines in memory, with its queue of nodes; the test decides who is cut off, and what becomes of an append. */
import { emptyChange, mergeInto } from "../../src/actors/store/pages/merge.ts";
import type { Change, FileChange, Ownership, PageStore, StoredAlarm } from "../../src/actors/store/pages/port.ts";

/** What becomes of an append: as usual; done, and its answer is lost; not done; or nothing until the test says so. */
export type Fate = "as usual" | "answer lost" | "refused" | Promise<void>;

interface Waiting {
  readonly name: string;
  readonly grant: (owned: Ownership) => void;
}

export interface FakeStore {
  /** A node of its own. */
  node(): PageStore;
  /** The epoch, the name of the owner and the bytes of every file, as they stand. */
  readonly epoch: number;
  readonly holder: string | null;
  readonly files: ReadonlyMap<string, FileChange>;
  readonly alarms: ReadonlyMap<string, StoredAlarm>;
  /** How many appends were accepted. */
  readonly appends: number;
  /** Asked before each append. */
  fate: () => Fate;
  /** Takes the lease of the owner away, as the server does with a silent one: the next in the queue has it. `isBlind`: it does not notice. */
  expire(isBlind?: boolean): void;
}

/** An empty one. */
export function createFakeStore(): FakeStore {
  const files = new Map<string, FileChange>();
  const alarms = new Map<string, StoredAlarm>();
  const facts = new Map<string, string>();
  const queue: Waiting[] = [];
  let epoch = 0;
  let appends = 0;
  let owner: string | null = null;
  let holder: { readonly name: string; readonly end: (error: Error) => void } | null = null;

  function grantNext(): void {
    const next = holder === null ? queue.shift() : undefined;
    if (next === undefined) return;
    epoch += 1;
    owner = next.name;
    const { owned, end } = createOwned(epoch);
    holder = { name: next.name, end };
    next.grant(owned);
  }

  function apply(change: Change): void {
    for (const [name, next] of change.files ?? []) {
      if (next === null) files.delete(name);
      else files.set(name, applied(files.get(name), next));
    }
    for (const [id, alarm] of change.alarms ?? []) {
      if (alarm === null) alarms.delete(id);
      else alarms.set(id, alarm);
    }
    for (const [name, text] of change.facts ?? []) facts.set(name, text);
    appends += 1;
  }

  function createOwned(own: number): { owned: Ownership; end: (error: Error) => void } {
    const { promise: lost, resolve: end } = Promise.withResolvers<Error>();
    let isHeld = true;
    void lost.then(() => (isHeld = false));
    const owned: Ownership = {
      epoch: own,
      isHeld: () => isHeld,
      lost,
      async append(change) {
        const whole = emptyChange();
        mergeInto(whole, change);
        const fate = store.fate();
        if (fate instanceof Promise) await fate;
        if (own !== epoch) throw new Error("fenced: another node owns the data");
        if (fate === "refused") throw new Error("the store is not there");
        apply(whole);
        if (fate === "answer lost") throw new Error("the answer did not come");
      },
      shape: async (file) => files.get(file) ?? null,
      async *read(file) {
        yield* [...(files.get(file)?.pages ?? [])].sort(([one], [other]) => one - other);
      },
      names: async (prefix) => [...files.keys()].filter((name) => name.startsWith(prefix)).sort(),
      alarms: async () => new Map(alarms),
      facts: async () => new Map(facts),
      async release() {
        if (epoch !== own) return;
        holder = null;
        grantNext();
      },
    };
    return { owned, end };
  }

  const store: FakeStore = {
    node() {
      let waiting: Waiting | null = null;
      return {
        owner: async () => owner,
        facts: async () => new Map(facts),
        own(name) {
          const { promise, resolve } = Promise.withResolvers<Ownership>();
          waiting = { name, grant: resolve };
          queue.push(waiting);
          grantNext();
          return promise;
        },
        async tryOwn(name) {
          return holder === null ? this.own(name) : null;
        },
        async close() {
          if (waiting !== null && queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1);
        },
      };
    },
    get epoch() {
      return epoch;
    },
    get holder() {
      return holder?.name ?? null;
    },
    files,
    alarms,
    get appends() {
      return appends;
    },
    fate: () => "as usual",
    expire(isBlind = false) {
      const former = holder;
      holder = null;
      if (!isBlind) former?.end(new Error("the lease was lost"));
      grantNext();
    },
  };
  return store;
}

/** A file with a change on top. */
export function applied(before: FileChange | undefined, next: FileChange): FileChange {
  const pages = new Map([...(before?.pages ?? []), ...next.pages]);
  for (const page of pages.keys()) if (page * next.pageSize >= next.length) pages.delete(page);
  return { ...next, pages };
}

/** The bytes of a file as pages give them. */
export function bytesOf({ length, pageSize, pages }: FileChange): Buffer {
  const bytes = Buffer.alloc(length);
  for (const [page, content] of pages) bytes.set(content, page * pageSize);
  return bytes;
}
