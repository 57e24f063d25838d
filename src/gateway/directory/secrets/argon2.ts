/**
 * argon2id away from the event loop: Node's own, in its thread pool. A runtime that has none (Deno) gets the same digests from
 * WebAssembly in a worker thread.
 */
import * as crypto from "node:crypto";
import { Worker } from "node:worker_threads";

/** What argon2id takes; plain data, for it may go to another thread. */
export interface Argon2id {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  /** Bytes of the digest. */
  readonly tagLength: number;
}

/** The digest (RFC 9106). */
export const argon2id: (input: Argon2id) => Promise<Buffer> =
  typeof crypto.argon2 === "function" ? argon2idOfNode : argon2idInThread;

function argon2idOfNode(input: Argon2id): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.argon2("argon2id", input, (error, digest) => (error === null ? resolve(digest) : reject(error)));
  });
}

let latest: Promise<unknown> = Promise.resolve();

/** The same from WebAssembly, one digest at a time: each takes `memory` and a thread of its own. Rejects for an empty message. */
export function argon2idInThread(input: Argon2id): Promise<Buffer> {
  const digest = latest.then(() => runThread(input));
  latest = digest.catch(() => undefined);
  return digest;
}

function runThread(workerData: Argon2id): Promise<Buffer> {
  const worker = new Worker(new URL("argon2-worker.ts", import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    worker.once("message", (digest: Uint8Array) => resolve(Buffer.from(digest)));
    worker.once("error", reject);
    worker.once("exit", (status) => reject(new Error(`The thread that makes a digest ended with ${status}.`)));
  });
}
