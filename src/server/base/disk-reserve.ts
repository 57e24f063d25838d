/** A part of the disk that captures leave free, so that what is there can still be written, ended and backed up. */
import { statfs } from "node:fs/promises";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError } from "../../schema/errors.ts";

export interface DiskReserveOptions {
  readonly dataDir: string;
  readonly diskReserveMegabytes: number;
  readonly clock: Pick<Clock, "monotonic">;
  /** Bytes that are free where the folder is; asked of the system when left out. */
  readonly freeBytes?: (folder: string) => Promise<number>;
}

/** Milliseconds for which an answer of the system is believed. */
const maxAge = 1000;

/** Rejects with 500 and `Retry-After` while less is free. A system that does not say how much is free refuses nothing. */
export function createDiskReserve(options: DiskReserveOptions): () => Promise<void> {
  const { dataDir, diskReserveMegabytes, clock, freeBytes = askSystem } = options;
  let known: { readonly at: number; readonly free: Promise<number> } | null = null;
  return async () => {
    const now = clock.monotonic();
    if (known === null || now - known.at >= maxAge) known = { at: now, free: freeBytes(dataDir).catch(() => Infinity) };
    if ((await known.free) < diskReserveMegabytes * 1_000_000) throw nearlyFull();
  };
}

async function askSystem(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function nearlyFull(): ApiError {
  return new ApiError("internal_error", "The disk of the service is nearly full: try again when there is room.", {
    retryAfter: 60,
  });
}
