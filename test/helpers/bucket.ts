/** A bucket in memory; the test decides when what is sent to it arrives, and whether it answers. */
import { readFileSync, writeFileSync } from "node:fs";
import type { Bucket } from "../../src/actors/store/pages/bucket.ts";

export interface FakeBucket extends Bucket {
  readonly objects: Map<string, Buffer>;
  /** Every request: `put media/…`, `read …`, `get …`, `remove …`. */
  readonly asked: string[];
  /** Awaited before an object is there; it throws where the bucket does not answer. */
  arrival: (key: string) => Promise<void>;
  /** Awaited behind it, before the answer. */
  answer: (key: string) => Promise<void>;
  isDown: boolean;
}

/** An empty one. */
export function createFakeBucket(): FakeBucket {
  const objects = new Map<string, Buffer>();
  const asked: string[] = [];
  const ask = (what: string, key: string): void => {
    asked.push(`${what} ${key}`);
    if (bucket.isDown) throw new Error("the bucket does not answer");
  };
  const found = (key: string): Buffer => {
    const object = objects.get(key);
    if (object === undefined) throw new Error(`There is no ${key}.`);
    return object;
  };
  const bucket: FakeBucket = {
    name: "s3://fake/",
    objects,
    asked,
    isDown: false,
    arrival: async () => undefined,
    answer: async () => undefined,
    async put(key, file) {
      ask("put", key);
      const bytes = readFileSync(file);
      await bucket.arrival(key);
      objects.set(key, bytes);
      await bucket.answer(key);
    },
    async get(key, file) {
      ask("get", key);
      writeFileSync(file, found(key), { flag: "wx" });
    },
    async *read(key, start, end) {
      ask("read", key);
      yield found(key).subarray(start, end);
    },
    async remove(key) {
      ask("remove", key);
      objects.delete(key);
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
  return bucket;
}
