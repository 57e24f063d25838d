/** What is held in the browser for an instant start, as one text: reading ten thousand records one by one takes several times as long. */
import type { StoredSnapshot } from "./snapshot.ts";

export interface Device {
  /** Null where nothing is stored, or the browser stores nothing. */
  read(): Promise<StoredSnapshot | null>;
  write(snapshot: StoredSnapshot): Promise<void>;
  clear(): Promise<void>;
}

const databaseName = "dayshift";
const storeName = "snapshots";
const key = "last";
/** Grows when what is stored has another shape: an older one is not read. */
const version = 1;

export const browserDevice: Device = {
  read: () =>
    attempt(async (database) => {
      const text = await answerOf(database.transaction(storeName).objectStore(storeName).get(key));
      return typeof text === "string" ? (JSON.parse(text) as StoredSnapshot) : null;
    }),
  write: async (snapshot) => void (await change((store) => store.put(JSON.stringify(snapshot), key))),
  clear: async () => void (await change((store) => store.clear())),
};

function change(act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  return attempt(async (database) => {
    const transaction = database.transaction(storeName, "readwrite");
    const answer = answerOf(act(transaction.objectStore(storeName)));
    transaction.commit(); // at once: the page may be about to close
    return answer;
  });
}

/** Null where the browser refuses, as a private window may: the app works without. */
async function attempt<T>(act: (database: IDBDatabase) => Promise<T>): Promise<T | null> {
  try {
    return await act(await open());
  } catch {
    return null;
  }
}

let opening: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  if (opening !== undefined) return opening;
  const request = indexedDB.open(databaseName, version);
  request.addEventListener("upgradeneeded", () => {
    const { result } = request;
    for (const name of result.objectStoreNames) result.deleteObjectStore(name);
    result.createObjectStore(storeName);
  });
  opening = answerOf(request);
  return opening;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("The device refused.")));
  });
}
