/** Looks every second whether the data folder is still there, and says once what became of it. A failing write looks, too. */
import { every } from "../actors/runtime/every.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import { type DataFolder, type FolderState, isLocked, DataDirInUse, type DataLock } from "../actors/store/data-lock.ts";
import type { Log } from "./base/log.ts";

const lookEveryMs = 1000;

/** The answer ends it. */
export function watchFolder(folder: DataFolder, dataDir: string, clock: Clock, log: Log): () => void {
  let last: FolderState = "there";
  return every(clock, lookEveryMs, () => {
    const state = folder.state();
    if (state !== last) say(log, state, dataDir);
    last = state;
  });
}

/**
 * The process continues without the folder: what it has open can still be read, and copied, and a start on an empty folder would look
 * like a first one. Files that were put in its place are not the ones that are open, so only a restart takes those.
 */
function say(log: Log, state: FolderState, dataDir: string): void {
  if (state === "there") log.info("the data folder is back: writes are taken again", { dataDir });
  else if (state === "gone")
    log.error("the data folder is gone: writes are refused until the same folder is back", { dataDir });
  else
    log.error(
      "the data folder was replaced: writes are refused; put the old one back, or restart the service on the new one",
      { dataDir },
    );
}

/**
 * Takes the folder for this process as soon as its disk takes writes, where it was read-only at the start; `onLost` is called when
 * another process was faster. The answer ends it.
 */
export function watchLock(lock: DataLock, clock: Clock, log: Log, onLost: (error: DataDirInUse) => void): () => void {
  let cancel: (() => void) | null = null;
  const look = (): void => {
    try {
      lock.acquire();
      if (isLocked(lock.flag)) return log.info("the data folder can be written to: writes are taken");
    } catch (error) {
      if (error instanceof DataDirInUse) return onLost(error);
    }
    cancel = clock.timer(lookEveryMs, look);
  };
  if (!isLocked(lock.flag)) cancel = clock.timer(lookEveryMs, look);
  return () => cancel?.();
}
