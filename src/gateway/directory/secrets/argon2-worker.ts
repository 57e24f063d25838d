/** What the thread of `argon2.ts` runs: one digest, handed back. */
import { parentPort, workerData } from "node:worker_threads";
import { argon2id } from "hash-wasm";
import type { Argon2id } from "./argon2.ts";

const { message, nonce, memory, passes, parallelism, tagLength } = workerData as Argon2id;
const digest = await argon2id({
  password: message,
  salt: nonce,
  memorySize: memory,
  iterations: passes,
  parallelism,
  hashLength: tagLength,
  outputType: "binary",
});
parentPort?.postMessage(digest, []);
