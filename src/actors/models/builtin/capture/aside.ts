/**
 * Long captures are summed up in a thread of their own, one after the other: one takes up to seconds, in which this thread would
 * answer nobody. Each gets a new thread, so that an idle process holds none.
 */
import { Worker } from "node:worker_threads";
import type { CaptureSource, Digest } from "../../../runtime/ports.ts";
import { asset, isBinary } from "../../../files/assets.ts";

/** What is read here takes some 10 ms at most: so many lines, for each may name a day, and so many characters. */
const linesHere = 10;
const charactersHere = 2000;

let latest: Promise<unknown> = Promise.resolve();

/** What `digestCapture` makes of the source. Rejects with the reason of the signal, and when the thread ended without an answer. */
export async function digestAside(source: CaptureSource, signal: AbortSignal): Promise<Digest> {
  if (isShort(source)) {
    const { digestCapture } = await import("./digest.ts");
    signal.throwIfAborted();
    return digestCapture(source);
  }
  const digest = latest.then(() => digestInThread(source, signal));
  latest = digest.catch(() => undefined);
  return digest;
}

function isShort({ lines }: CaptureSource): boolean {
  return lines.length <= linesHere && lines.reduce((sum, { text }) => sum + text.length, 0) <= charactersHere;
}

async function digestInThread(source: CaptureSource, signal: AbortSignal): Promise<Digest> {
  signal.throwIfAborted();
  const worker = startThread(source);
  const { promise, resolve, reject } = Promise.withResolvers<Digest>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", (status) => reject(new Error(`The thread that sums a capture up ended with ${status}.`)));
  try {
    return await promise;
  } finally {
    signal.removeEventListener("abort", stop);
    await worker.terminate();
  }
}

/** The single binary has no files: there the thread runs a text. */
function startThread(workerData: CaptureSource): Worker {
  return isBinary
    ? new Worker(asset("digest-worker.js").toString(), { workerData, eval: true })
    : new Worker(new URL("digest-worker.ts", import.meta.url), { workerData });
}
