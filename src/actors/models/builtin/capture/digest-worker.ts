/** What the thread of `aside.ts` runs: one capture, summed up and handed back. */
import { parentPort, workerData } from "node:worker_threads";
import type { CaptureSource } from "../../../runtime/ports.ts";
import { digestCapture } from "./digest.ts";

parentPort?.postMessage(digestCapture(workerData as CaptureSource), []);
