/** The thread of the contract test: a bench host on the real clock. */
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { serveHost } from "../../../src/actors/threads/serve-host.ts";
import type { ThreadData } from "../../../src/actors/threads/thread-host.ts";
import { buildHost } from "../bench.ts";

const { share, settings } = workerData as ThreadData<{ readonly dataDir: string }>;
serveHost(parentPort as MessagePort, share, async (lent) =>
  buildHost({ clock: createClock(), dataDir: settings.dataDir, ...lent }),
);
