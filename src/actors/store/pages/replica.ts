/** The files of an owner and their pages in the store: fetched before they are opened, and followed commit by commit. */
import { isDiskFailure, isPoisonous, resultCode } from "../failures.ts";
import { createAppender } from "./appender.ts";
import { download, wholeDatabase } from "./files.ts";
import { createLogCapture } from "./log-capture.ts";
import type { Change, Holding } from "./port.ts";
import { createSums } from "./sums.ts";

/**
 * Runs the commit of a database, and resolves when its pages are in the store: with how many frames the log has. Rejects when nothing was
 * committed; never settles when it is in doubt whether the store has it.
 */
export type Replicate = (commit: () => Promise<void>) => Promise<number>;

export interface Replica {
  readonly owned: Holding;
  /** Resolves when the change is in the store; never settles when that is in doubt. Rejects where it is refused, and nothing was sent. */
  readonly append: (change: Change) => Promise<void>;
  /** Resolves when everything that was appended so far is in the store. */
  readonly settled: () => Promise<void>;
  /** Sends a last change, after which nothing goes up or is answered any more: the process is then to end. */
  readonly finish: (change: Change) => Promise<void>;
  /** Has a file of the store at a path, fetched once; false when there is none. */
  readonly fetch: (name: string, path: string) => Promise<boolean>;
  /** Has those files fetched again when they are next asked for: another node may have changed them. */
  readonly forget: (isStale: (name: string) => boolean) => void;
  /** Counts the sum of a file from nothing: all of its pages are sent from now on. */
  readonly beginSum: (name: string) => void;
  /** Sends all of a database that nobody has open: one that was made, or changed without its log. */
  readonly put: (name: string, path: string) => Promise<void>;
  /** Follows a database that is open from now on. */
  readonly follow: (name: string, path: string) => Replicate;
  /** Says that store and files may differ, and why. Never settles. */
  readonly lose: (error: unknown) => Promise<never>;
  /** What work with the folder comes to; the same, and never settles, where the disk fails. */
  readonly onDisk: <T>(work: Promise<T>) => Promise<T>;
}

export interface ReplicaOptions {
  /** Called with the name of a file of which other pages came than were sent. */
  readonly onDamage?: (name: string) => void;
  /** Throws where a change is to be refused before anything of it goes up; none is when left out. */
  readonly admit?: (change: Change) => void;
}

/** Of an owner; `onLost` is called when the store and the files may differ: the process is then to end. */
export function createReplica(
  owned: Holding,
  onLost: (error: Error) => void,
  { onDamage = () => undefined, admit = () => undefined }: ReplicaOptions = {},
): Replica {
  const appender = createAppender(owned, onLost);
  const { settled } = appender;
  const sums = createSums();
  const fetched = new Map<string, Promise<boolean>>();

  async function append(change: Change): Promise<void> {
    admit(change);
    return appender.append(sums.after(change));
  }

  async function finish(change: Change): Promise<void> {
    admit(change);
    return appender.finish(sums.after(change));
  }

  async function fetchNow(name: string, path: string): Promise<boolean> {
    const found = await onDisk(download(owned, name, path));
    sums.begin(name, found?.sum);
    if (found?.isWhole === false) onDamage(name);
    return found !== null;
  }

  function fetch(name: string, path: string): Promise<boolean> {
    let fetching = fetched.get(name);
    if (fetching !== undefined) return fetching;
    fetching = fetchNow(name, path);
    fetched.set(name, fetching);
    fetching.catch(() => fetched.delete(name));
    return fetching;
  }

  function lose(error: unknown): Promise<never> {
    onLost(error instanceof Error ? error : new Error(String(error)));
    return new Promise(() => undefined);
  }

  async function onDisk<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isDiskFailure(error)) return lose(error);
      throw error;
    }
  }

  /** A commit that failed is known to be undone where SQLite says why: what the disk says leaves it open. */
  function unlessUndone(error: unknown): Promise<never> {
    if (resultCode(error) !== null && !isPoisonous(error)) throw error;
    return lose(error);
  }

  return {
    owned,
    append,
    settled,
    finish,
    fetch,
    forget(isStale) {
      for (const name of fetched.keys()) if (isStale(name)) fetched.delete(name);
      sums.forget(isStale);
    },
    lose,
    onDisk,
    beginSum: (name) => sums.begin(name),
    async put(name, path) {
      await append({ files: new Map([[name, wholeDatabase(path)]]) });
      fetched.set(name, Promise.resolve(true));
    },
    follow(name, path) {
      const capture = createLogCapture(path);
      const committed = async (commit: () => Promise<void>) => {
        await commit();
        const captured = capture.take();
        if (captured === null) throw new Error(`A commit is not in the log of ${path}.`);
        return captured;
      };
      return async (commit) => {
        const captured = await committed(commit).catch(unlessUndone);
        await append({ files: new Map([[name, captured]]) });
        return captured.frames;
      };
    },
  };
}
