/** The store of several machines in memory, with its queue of nodes; the test decides who is cut off, and what becomes of an append. */
import { emptyChange, mergeInto } from "../../src/actors/store/pages/merge.ts";
import type {
  Change,
  FileChange,
  Holding,
  Membership,
  Ownership,
  PageStore,
  StoredAlarm,
  StoredFiles,
} from "../../src/actors/store/pages/port.ts";
import { allShards, shardOfWorkspace, shardsOf } from "../../src/actors/store/pages/shards.ts";

/** What becomes of an append: as usual; done, and its answer is lost; not done; or nothing until the test says so. */
export type Fate = "as usual" | "answer lost" | "refused" | Promise<void>;

interface Waiting {
  readonly name: string;
  readonly grant: () => void;
}

/** Under which epochs somebody appends, and the way to let them know that the lease is lost. */
interface Held {
  readonly epochs: Map<number, number>;
  readonly holding: Holding;
  readonly end: (error: Error) => void;
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
  /** Awaited before it is said what a file is, of which an owner asks. */
  look: (file: string) => Promise<void>;
  /** Takes the lease of the owner away, as the server does with a silent one: the next in the queue has it. `isBlind`: it does not notice. */
  expire(isBlind?: boolean): void;
  /** The same with a node that shares the data. */
  expireNode(url: string, isBlind?: boolean): void;
  /** The node that owns a shard now. */
  ownerOf(shard: number): string | null;
}

/** An empty one. */
export function createFakeStore(): FakeStore {
  const files = new Map<string, FileChange>();
  const alarms = new Map<string, StoredAlarm>();
  const facts = new Map<string, string>();
  /** How often each file was written to. */
  const writes = new Map<string, number>();
  const queue: Waiting[] = [];
  const epochs = new Map(allShards.map((shard) => [shard, 0]));
  /** The node that has each shard, and the one that had it last. */
  const locks = new Map<number, string>();
  const owners = new Map<number, string>();
  const members = new Map<string, Held>();
  let epoch = 0;
  let appends = 0;
  let owner: string | null = null;
  let holder: { readonly name: string; readonly end: (error: Error) => void } | null = null;

  function grantNext(): void {
    const next = holder === null && members.size === 0 ? queue.shift() : undefined;
    next?.grant();
  }

  function raise(shards: readonly number[], name: string, held: Map<number, number>): void {
    for (const shard of shards) {
      const next = (epochs.get(shard) ?? 0) + 1;
      epochs.set(shard, next);
      owners.set(shard, name);
      held.set(shard, next);
    }
  }

  function grantWhole(name: string): Ownership {
    const { epochs: held, holding, end } = createHeld();
    epoch += 1;
    raise(allShards, name, held);
    [owner, holder] = [name, { name, end }];
    const own = epoch;
    return {
      ...holding,
      epoch: own,
      async release() {
        if (epoch !== own || holder?.end !== end) return;
        holder = null;
        grantNext();
      },
    };
  }

  /** Takes a node out: its shards are free. */
  function leave(url: string, held: Held): void {
    if (members.get(url) !== held) return;
    members.delete(url);
    for (const [shard, name] of locks) if (name === url) locks.delete(shard);
    grantNext();
  }

  function admit(url: string): Membership {
    const held = createHeld();
    members.set(url, held);
    return {
      ...held.holding,
      async take(shards) {
        if (members.get(url) !== held) throw new Error("the session is lost");
        const free = shards.filter((shard) => !locks.has(shard));
        for (const shard of free) locks.set(shard, url);
        raise(free, url, held.epochs);
        return free;
      },
      async give(shards) {
        for (const shard of shards) {
          held.epochs.delete(shard);
          if (locks.get(shard) === url && members.get(url) === held) locks.delete(shard);
        }
      },
      owners: async () => new Map(owners),
      look: async () => ({
        nodes: [...members.keys()].sort(),
        free: allShards.filter((shard) => !locks.has(shard)),
      }),
      atOneMoment: (read) => read(filesOf(new Map(files))),
      marks: async () => new Map([...files.keys()].map((name) => [name, `written ${writes.get(name)} times`])),
      release: async () => leave(url, held),
    };
  }

  function apply(change: Change): void {
    for (const [name, next] of change.files ?? []) {
      if (next === null) files.delete(name);
      else files.set(name, applied(files.get(name), next));
      writes.set(name, (writes.get(name) ?? 0) + 1);
    }
    for (const [id, alarm] of change.alarms ?? []) {
      if (alarm === null) alarms.delete(id);
      else alarms.set(id, alarm);
    }
    for (const [name, text] of change.facts ?? []) facts.set(name, text);
    appends += 1;
  }

  function createHeld(): Held {
    const { promise: lost, resolve: end } = Promise.withResolvers<Error>();
    const held = new Map<number, number>();
    let isHeld = true;
    void lost.then(() => (isHeld = false));
    const holding: Holding = {
      isHeld: () => isHeld,
      lost,
      async append(change) {
        const whole = emptyChange();
        mergeInto(whole, change);
        const under = shardsOf(whole).map((shard) => [shard, held.get(shard)] as const);
        const fate = store.fate();
        if (fate instanceof Promise) await fate;
        if (under.some(([shard, at]) => epochs.get(shard) !== at))
          throw new Error("fenced: another node owns the data");
        if (fate === "refused") throw new Error("the store is not there");
        apply(whole);
        if (fate === "answer lost") throw new Error("the answer did not come");
      },
      ...filesOf(files, (file) => store.look(file)),
      alarms: async (shards = allShards) =>
        new Map([...alarms].filter(([id]) => shards.includes(shardOfWorkspace(id)))),
      facts: async () => new Map(facts),
      release: async () => undefined,
    };
    return { epochs: held, holding, end };
  }

  const store: FakeStore = {
    node() {
      let waiting: Waiting | null = null;
      return {
        owner: async () => owner,
        facts: async () => new Map(facts),
        own(name) {
          const { promise, resolve } = Promise.withResolvers<Ownership>();
          waiting = { name, grant: () => resolve(grantWhole(name)) };
          queue.push(waiting);
          grantNext();
          return promise;
        },
        async tryOwn(name) {
          return holder === null && members.size === 0 ? this.own(name) : null;
        },
        async join(url) {
          if (holder !== null) await new Promise<void>((resolve) => queue.push({ name: url, grant: resolve }));
          return admit(url);
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
    look: async () => undefined,
    expire(isBlind = false) {
      const former = holder;
      holder = null;
      if (!isBlind) former?.end(new Error("the lease was lost"));
      grantNext();
    },
    expireNode(url, isBlind = false) {
      const held = members.get(url);
      if (held === undefined) return;
      leave(url, held);
      if (!isBlind) held.end(new Error("the lease was lost"));
    },
    ownerOf: (shard) => locks.get(shard) ?? null,
  };
  return store;
}

function filesOf(files: ReadonlyMap<string, FileChange>, look?: (file: string) => Promise<void>): StoredFiles {
  return {
    async shape(file) {
      await look?.(file);
      return files.get(file) ?? null;
    },
    async *read(file, from = 0) {
      const pages = [...(files.get(file)?.pages ?? [])].filter(([page]) => page >= from);
      yield* pages.sort(([one], [other]) => one - other);
    },
    names: async (prefix) => [...files.keys()].filter((name) => name.startsWith(prefix)).sort(),
  };
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
