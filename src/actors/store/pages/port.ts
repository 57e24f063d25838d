/**
 * What several machines share: one of them owns the data at a time, and every commit of it goes up before it counts. A file is known by
 * a name and is a row of pages, of which the newest of each is there: the directory, workspaces, recordings.
 */

/** What a file becomes. */
export interface FileChange {
  /** Bytes of a page; of one file always the same. */
  readonly pageSize: number;
  /** Bytes of the whole file: pages behind its end are gone. */
  readonly length: number;
  /** The pages that have changed, by their number from 0; the last one of a file may be shorter. */
  readonly pages: ReadonlyMap<number, Uint8Array>;
  /** Of all pages that the file has then, see `createPageSum`; left out where it is not known. */
  readonly sum?: number;
}

/** When a workspace is to be opened again; in milliseconds since 1970. */
export interface StoredAlarm {
  readonly dueAt: number | null;
  readonly plannedAt: number;
}

/** What goes up at once: all of it, or nothing. */
export interface Change {
  /** By name; null: the file is erased. */
  readonly files?: ReadonlyMap<string, FileChange | null>;
  /** By workspace; null: nothing is to come. */
  readonly alarms?: ReadonlyMap<string, StoredAlarm | null>;
  /** Short texts about the whole, by name. */
  readonly facts?: ReadonlyMap<string, string>;
}

/** What a file is, without its pages. */
export type FileShape = Pick<FileChange, "pageSize" | "length" | "sum">;

/** The store, as one node reaches it. */
export interface PageStore {
  /** The owner as it called itself, or who owned the data last; null when nobody ever has. */
  owner(): Promise<string | null>;
  /** Those that were said about the whole. */
  facts(): Promise<ReadonlyMap<string, string>>;
  /**
   * Waits in a queue until nobody else owns the data, then takes it: under a new epoch, so that nothing a former owner sends is taken
   * any more. Rejects when the store cannot be used.
   */
  own(name: string): Promise<Ownership>;
  /** The same without waiting: null when somebody else owns the data. */
  tryOwn(name: string): Promise<Ownership | null>;
  /**
   * Waits until nobody owns the whole, then shares it with the other nodes that do: each owns shards of it. `url` is where they reach
   * this one. Rejects when the store cannot be used.
   */
  join(url: string): Promise<Membership>;
  /** Gives up waiting, and closes all connections. */
  close(): Promise<void>;
}

/** The data, as the owner of all of it has it. */
export interface Ownership extends Holding {
  readonly epoch: number;
}

/** What one of several nodes has of the data: nothing at first. */
export interface Membership extends Holding {
  /** Takes those of the shards that nobody has, each under a new epoch; answers which. */
  take(shards: readonly number[]): Promise<readonly number[]>;
  /** Lets other nodes have them. Nothing that concerns them may be on its way. */
  give(shards: readonly number[]): Promise<void>;
  /** The node that owns each shard, or owned it last, by its address. */
  owners(): Promise<ReadonlyMap<number, string>>;
  look(): Promise<Look>;
  /** What is read is as one moment of the store has it, of any owner: a commit is wholly in it, or not at all. */
  atOneMoment<T>(read: (files: StoredFiles) => Promise<T>): Promise<T>;
  /** For each file another text whenever it was written to. */
  marks(): Promise<ReadonlyMap<string, string>>;
}

/** Who shares the data, and what of it nobody has. */
export interface Look {
  /** The addresses of the nodes that live, in order. */
  readonly nodes: readonly string[];
  /** Shards that nobody owns, in order. */
  readonly free: readonly number[];
}

/** The files of the store, to be read. */
export interface StoredFiles {
  /** Null when there is no such file. */
  shape(file: string): Promise<FileShape | null>;
  /** The pages of a file in order, from that one on; from the first when left out. One that was never written is left out: it reads as zeros. */
  read(file: string, from?: number): AsyncIterable<readonly [page: number, bytes: Uint8Array]>;
  /** The names of the files that begin so, in order. */
  names(prefix: string): Promise<readonly string[]>;
}

/** Data of the store, as its owner has it. What it appends is of shards that it owns; what it reads may be of any. */
export interface Holding extends StoredFiles {
  /** Whether no other node can be the owner yet, by the clock of this machine. */
  isHeld(): boolean;
  /** Resolves, with the reason, when this is no longer certain; never before. */
  readonly lost: Promise<Error>;
  /** Resolves when the change is durable and was made under the current epoch; rejects when either is in doubt. One at a time. */
  append(change: Change): Promise<void>;
  /** Those of these shards; of all when left out. */
  alarms(shards?: readonly number[]): Promise<ReadonlyMap<string, StoredAlarm>>;
  facts(): Promise<ReadonlyMap<string, string>>;
  /** Lets the next one in the queue have the data. Nothing may be on its way. */
  release(): Promise<void>;
}
