/** The file of a workspace on a disk that takes no writes: a copy is read until somebody writes and the disk takes it. */
import { dirname } from "node:path";
import { copyForReading, requireWrites, whyNoWrites } from "./reading-copy.ts";
import { openStore, type Store, type StoreOptions } from "./store.ts";

export interface ReadableOptions extends StoreOptions {
  /** Throws until the data folder is this process's: to open a file is to write to its log. */
  readonly requireLock: () => void;
}

/** Opens the file, or a copy of it when its disk takes no writes: `onReading` is called with why. Throws as `openStore` does. */
export function openReadable({ requireLock, ...options }: ReadableOptions, onReading: (why: Error) => void): Store {
  try {
    requireLock();
    return openStore(options);
  } catch (error) {
    const why = whyNoWrites(dirname(options.file)) ?? whyNotLocked(requireLock);
    if (why === null) throw error;
    onReading(why);
    return openCopy(options);
  }
}

function whyNotLocked(requireLock: () => void): Error | null {
  try {
    requireLock();
    return null;
  } catch (error) {
    return error as Error;
  }
}

function openCopy(options: StoreOptions): Store {
  const copy = copyForReading(options.file);
  let isCopy = true;
  let store: Store;
  try {
    const { onAttach: _, ...rest } = options;
    store = openStore({ ...rest, file: copy.file });
  } catch (error) {
    copy.remove();
    throw error;
  }

  const leaveCopy = (): void => {
    store.close();
    copy.remove();
    isCopy = false;
  };

  /** Throws while the disk takes no writes. */
  const toFile = (): void => {
    options.admit?.();
    requireWrites(options.file);
    const real = openStore(options);
    leaveCopy();
    store = real;
    options.onAttach?.();
  };

  return {
    get sql() {
      return store.sql;
    },
    get dirty() {
      return store.dirty;
    },
    get changes() {
      return store.changes;
    },
    get broken() {
      return store.broken;
    },
    get isAttached() {
      return store.isAttached;
    },
    state: () => store.state(),
    get owesErasure() {
      return store.owesErasure;
    },
    read: (fn) => store.read(fn),
    begin(isLarge) {
      if (isCopy) toFile();
      store.begin(isLarge);
    },
    savepoint: () => store.savepoint(),
    release: () => store.release(),
    rollbackTo: () => store.rollbackTo(),
    commit: () => store.commit(),
    payErasure: () => store.payErasure(),
    rollback: () => store.rollback(),
    copyInto: (target) => store.copyInto(target),
    settle: () => store.settle(),
    detach: () => store.detach(),
    close: () => (isCopy ? leaveCopy() : store.close()),
  };
}
