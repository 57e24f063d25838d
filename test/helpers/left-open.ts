/**
 * The file handles that this process opens, so that one that nobody closes is found: the garbage collector takes it, and Node ends the
 * process when it does.
 */
import type { EventEmitter } from "node:events";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { collectGarbage } from "./garbage.ts";

interface Opened {
  readonly handle: WeakRef<fs.promises.FileHandle>;
  /** The file, and who opened it. */
  readonly about: string;
}

/** Those that are not closed. */
const opened = new Set<Opened>();
/** Of those, the ones that were opened since it was looked last. */
const fresh = new Set<Opened>();

/** Watches all handles that are opened from here on. */
export function watchHandles(): void {
  const { open } = fs.promises;
  fs.promises.open = async (path, ...more) => {
    const { stack = "" } = new Error();
    const handle = await open(path, ...more);
    const entry = { handle: new WeakRef(handle), about: `${String(path)}\n${stack.split("\n").slice(2).join("\n")}` };
    opened.add(entry);
    fresh.add(entry);
    (handle as unknown as EventEmitter).once("close", () =>
      [opened, fresh].forEach((entries) => entries.delete(entry)),
    );
    return handle;
  };
  syncBuiltinESMExports();
}

/** The handles that nobody has closed and nothing refers to; looked for only when one was opened since, and not closed. */
export async function newlyLeftOpen(): Promise<string[]> {
  return fresh.size === 0 ? [] : leftOpen();
}

/** The handles that nobody has closed and nothing refers to. */
export async function leftOpen(): Promise<string[]> {
  fresh.clear();
  if (opened.size === 0) return [];
  process.setUncaughtExceptionCaptureCallback(() => undefined); // what Node says of it belongs to no test
  try {
    await collectGarbage();
  } finally {
    process.setUncaughtExceptionCaptureCallback(null);
  }
  const left = [...opened].filter(({ handle }) => handle.deref() === undefined);
  left.forEach((entry) => opened.delete(entry));
  return left.map(({ about }) => about);
}
