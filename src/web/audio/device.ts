/** Sound on this device until the service has it: a page that is closed in the middle loses nothing. */
import type { Block } from "./outbox.ts";

/** A recording whose sound is not all safe. */
export interface HeldRecording {
  readonly captureId: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly url: string;
  readonly token: string;
  readonly sampleRate: number;
}

export interface HeldSound extends HeldRecording {
  /** The number of the first block. */
  readonly first: number;
  readonly blocks: readonly Block[];
}

/** Set while anything may be held: the page looks at its start. */
const mark = "dayshift.sound";

/** What is held in this browser. One that keeps nothing (a private window) records all the same. */
export class SoundOnDevice {
  readonly #database: Promise<IDBDatabase | null>;

  constructor() {
    this.#database = openDatabase().catch(() => null);
  }

  async begin(recording: HeldRecording): Promise<void> {
    localStorage.setItem(mark, "1");
    await this.#write("recordings", (store) => store.put(recording));
  }

  async add(captureId: string, number: number, block: Block): Promise<void> {
    await this.#write("blocks", (store) => store.put(block, [captureId, number]));
  }

  /** Lets blocks before that number go. */
  async release(captureId: string, before: number): Promise<void> {
    await this.#write("blocks", (store) => store.delete(IDBKeyRange.bound([captureId, 0], [captureId, before - 1])));
  }

  async end(captureId: string): Promise<void> {
    await this.release(captureId, Number.MAX_SAFE_INTEGER);
    await this.#write("recordings", (store) => store.delete(captureId));
    if ((await this.recordings()).length === 0) localStorage.removeItem(mark);
  }

  async recordings(): Promise<readonly HeldRecording[]> {
    const database = await this.#database;
    if (database === null) return [];
    return answerOf(database.transaction("recordings").objectStore("recordings").getAll()) as Promise<HeldRecording[]>;
  }

  async soundOf(recording: HeldRecording): Promise<HeldSound> {
    const { captureId } = recording;
    const database = await this.#database;
    if (database === null) return { ...recording, first: 0, blocks: [] };
    const store = database.transaction("blocks").objectStore("blocks");
    const range = IDBKeyRange.bound([captureId, 0], [captureId, Number.MAX_SAFE_INTEGER]);
    const [keys, blocks] = await Promise.all([answerOf(store.getAllKeys(range)), answerOf(store.getAll(range))]);
    const [first] = keys as unknown as readonly (readonly [string, number])[];
    return { ...recording, first: first?.[1] ?? 0, blocks: blocks as Block[] };
  }

  async #write(name: "recordings" | "blocks", act: (store: IDBObjectStore) => IDBRequest): Promise<void> {
    const database = await this.#database;
    if (database !== null) await answerOf(act(database.transaction(name, "readwrite").objectStore(name)));
  }
}

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open("dayshift-sound", 1);
  request.addEventListener("upgradeneeded", () => {
    request.result.createObjectStore("recordings", { keyPath: "captureId" });
    request.result.createObjectStore("blocks");
  });
  return answerOf(request);
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The device refused.")));
  });
}
