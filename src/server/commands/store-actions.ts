/** What `dayshift store import` and `export` do. */
import { counted } from "../../schema/counted.ts";
import { withProgress } from "../backup/progress.ts";
import type { Configuration } from "../base/configuration.ts";
import { withFolder } from "../base/folder.ts";
import { intoStore } from "../storage/into-store.ts";
import { outOfStore } from "../storage/out-of-store.ts";
import { commandConfiguration } from "./configuration.ts";
import { asOwner, bucketOf } from "./store-owner.ts";

export interface StoreFlags {
  readonly dataDir?: string;
}

type Step = readonly [done: number, total: number];

/** Takes a folder in. */
export async function importFolder(flags: StoreFlags): Promise<void> {
  const configuration = configurationOf(flags);
  const { dataDir } = configuration;
  const { workspaces, wasThere } = await withProgress(words("Taking in:"), (show: (step: Step) => void) =>
    withFolder(dataDir, () =>
      asOwner(configuration, (replica) => intoStore(replica, dataDir, (done, total) => show([done, total]))),
    ),
  );
  const key =
    "Give every node a folder of its own, and as DAYSHIFT_SECRET_KEY the key that was set or lies in secret.key.";
  print(
    wasThere
      ? `${dataDir} was taken in before; nothing was changed.`
      : `The store holds ${counted(workspaces, "workspace")} of ${dataDir}. ${key} Keep the folder until they run, and start nothing on it.`,
  );
}

/** Writes a folder. */
export async function exportFolder(flags: StoreFlags): Promise<void> {
  const configuration = configurationOf(flags);
  const { dataDir } = configuration;
  const { workspaces } = await withProgress(words("Writing:"), (show: (step: Step) => void) =>
    asOwner(configuration, async (replica) => {
      const bucket = await bucketOf(configuration, replica);
      return outOfStore(replica, dataDir, (done, total) => show([done, total]), bucket);
    }),
  );
  print(
    `${dataDir} holds ${counted(workspaces, "workspace")} of the store. Start one machine on it without DAYSHIFT_STORE_URL and with the same DAYSHIFT_SECRET_KEY; the nodes stay stopped.`,
  );
}

function configurationOf({ dataDir }: StoreFlags): Configuration {
  return commandConfiguration({ "data-dir": dataDir });
}

function words(what: string): (step: Step) => string {
  return ([done, total]) => `${what} ${done} of ${counted(total, "workspace")}`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
