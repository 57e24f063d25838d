/** What a command does with a data folder: itself when no service runs on it, else the running service does. */
import { existsSync } from "node:fs";
import { isCacheFolder } from "./cache-folder.ts";
import { DataDirInUse, lockDataDir } from "../../actors/store/data-lock.ts";
import { askService } from "./control.ts";

/** Runs the action while this process holds the folder. Throws DataDirInUse while a service does, and when there is no such folder. */
export async function withFolder<T>(dataDir: string, action: () => Promise<T>): Promise<T> {
  if (!existsSync(dataDir))
    throw new Error(`There is no data folder ${dataDir}. Name it with --data-dir, or set DAYSHIFT_DATA_DIR.`);
  const lock = lockDataDir(dataDir);
  try {
    if (isCacheFolder(dataDir))
      throw new Error(
        `${dataDir} is the cache of a node that does not run, and may be older than its store. Run the command on the node that owns the data: its log says that it does.`,
      );
    return await action();
  } finally {
    lock.release();
  }
}

/** The outcome of the action here, or of the command in the service that holds the folder. */
export async function hereOrThere<T, Step>(
  dataDir: string,
  here: (onProgress: (step: Step) => void) => Promise<T>,
  there: { readonly command: string; readonly input: Readonly<Record<string, unknown>> },
  onProgress: (step: Step) => void = () => undefined,
): Promise<T> {
  try {
    return await withFolder(dataDir, () => here(onProgress));
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
    return (await askService(dataDir, there.command, there.input, (step) => onProgress(step as Step))) as T;
  }
}
