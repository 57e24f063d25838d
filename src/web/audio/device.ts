/** Sound on this device until the service has it: a page that is closed in the middle loses nothing, and sends nothing that was discarded. */
import { Signal } from "../base/signal.ts";
import type { TimedNote } from "../store/recording.ts";
import type { Block } from "./outbox.ts";

/** A recording that is not at its end yet. */
export interface HeldRecording {
  /** Of this browser. With it the service is asked for the recording, and makes one however often it is asked. */
  readonly key: string;
  /** Where what was left is sent as a new recording: with which key that is asked for, and the block with which it begins. */
  readonly asNew?: { readonly key: string; readonly first: number };
  readonly userId: string;
  readonly workspaceId: string;
  readonly sampleRate: number;
  /** When it began. */
  readonly startedAt: string;
  /** Where its sound goes; null until the service answered. */
  readonly stream: HeldStream | null;
  /** Those that the service does not have. */
  readonly notes: readonly TimedNote[];
  /** None of its sound is here any more, and what the service has is to be erased. */
  readonly isDiscarded: boolean;
  /** Why the service takes no more of it, and what it does not have waits for the person; null while it does. */
  readonly refusal: string | null;
}

export interface HeldStream {
  readonly captureId: string;
  readonly url: string;
  readonly token: string;
}

export interface HeldSound {
  /** The number of the first block; null where there is none. */
  readonly first: number | null;
  readonly blocks: readonly Block[];
}

/** Set while anything may be held: the page looks at its start. */
const mark = "dayshift.sound";
/** Grows when what is held has another shape. */
const version = 2;

/** What is held in this browser. One that keeps nothing (a private window) records all the same. */
class SoundOnDevice {
  /** Another recording is held, or one is held otherwise. */
  readonly changed = new Signal();
  readonly #database: Promise<IDBDatabase | null> = openDatabase().catch(() => null);

  /** Holds the recording, as it is now. */
  async put(recording: HeldRecording): Promise<void> {
    localStorage.setItem(mark, "1");
    await this.#change(({ recordings }) => recordings.put(recording));
    this.changed.emit();
  }

  async add(key: string, number: number, block: Block): Promise<void> {
    await this.#change(({ blocks }) => blocks.put(block, [key, number]));
  }

  /** Lets blocks before that number go. */
  async release(key: string, before: number): Promise<void> {
    await this.#change(({ blocks }) => blocks.delete(blocksOf(key, 0, before - 1)));
  }

  /** Lets all sound of a recording that was discarded go. */
  async discard(recording: HeldRecording): Promise<void> {
    localStorage.setItem(mark, "1");
    await this.#change(({ recordings, blocks }) => {
      blocks.delete(blocksOf(recording.key));
      recordings.put(recording);
    });
  }

  async end(key: string): Promise<void> {
    await this.#change(({ recordings, blocks }) => {
      blocks.delete(blocksOf(key));
      recordings.delete(key);
    });
    if ((await this.all()).length === 0) localStorage.removeItem(mark);
    this.changed.emit();
  }

  /** How many blocks of a recording are here, from that number on. */
  async count(key: string, first = 0): Promise<number> {
    const blocks = await this.#read("blocks");
    return blocks === null ? 0 : answerOf(blocks.count(blocksOf(key, first)));
  }

  async all(): Promise<readonly HeldRecording[]> {
    const recordings = await this.#read("recordings");
    return recordings === null ? [] : answerOf<HeldRecording[]>(recordings.getAll());
  }

  async get(key: string): Promise<HeldRecording | undefined> {
    const recordings = await this.#read("recordings");
    return recordings === null ? undefined : answerOf<HeldRecording | undefined>(recordings.get(key));
  }

  async soundOf(key: string): Promise<HeldSound> {
    const store = await this.#read("blocks");
    if (store === null) return { first: null, blocks: [] };
    const [keys, blocks] = await Promise.all([
      answerOf(store.getAllKeys(blocksOf(key))),
      answerOf<Block[]>(store.getAll(blocksOf(key))),
    ]);
    const [first] = keys as unknown as readonly (readonly [string, number])[];
    return { first: first?.[1] ?? null, blocks };
  }

  async #read(name: "recordings" | "blocks"): Promise<IDBObjectStore | null> {
    return (await this.#database)?.transaction(name).objectStore(name) ?? null;
  }

  /** All of it, or nothing where the device refuses; one change after the other. */
  async #change(act: (stores: { recordings: IDBObjectStore; blocks: IDBObjectStore }) => void): Promise<void> {
    const transaction = (await this.#database)?.transaction(["recordings", "blocks"], "readwrite");
    if (transaction === undefined) return;
    act({ recordings: transaction.objectStore("recordings"), blocks: transaction.objectStore("blocks") });
    await new Promise<void>((resolve) => {
      for (const end of ["complete", "abort"]) transaction.addEventListener(end, () => resolve());
    });
  }
}

export const soundOnDevice = new SoundOnDevice();

/** Holds the recording for this page alone, as long as it lives: others of this browser leave it. Resolves with what lets it go. */
export async function holdAlone(key: string): Promise<() => void> {
  const [held, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  void navigator.locks.request(lockOf(key), () => (held.resolve(), over.promise));
  await held.promise;
  return over.resolve;
}

/** Acts alone with the recording, unless a page holds it. */
export async function unlessHeld(key: string, act: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockOf(key), { ifAvailable: true }, async (lock) => {
    if (lock !== null) await act();
  });
}

function lockOf(key: string): string {
  return `dayshift-recording-${key}`;
}

/** All blocks of a recording, or those from that number to the other. */
function blocksOf(key: string, first = 0, last = Infinity): IDBKeyRange {
  return IDBKeyRange.bound([key, first], [key, last]);
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("dayshift-sound", version);
  request.addEventListener("upgradeneeded", () => {
    const { result } = request;
    for (const name of result.objectStoreNames) result.deleteObjectStore(name);
    result.createObjectStore("recordings", { keyPath: "key" });
    result.createObjectStore("blocks");
  });
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The device refused.")));
    request.addEventListener("blocked", () => reject(new Error("A page of before holds it.")));
  });
}
