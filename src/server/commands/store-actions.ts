/** What `dayshift store import` and `export` do. */
import { createClock } from "../../actors/runtime/clock.ts";
import { createReplica, type Replica } from "../../actors/store/pages/replica.ts";
import { counted } from "../../schema/counted.ts";
import { withProgress } from "../backup/progress.ts";
import type { Configuration } from "../base/configuration.ts";
import { withFolder } from "../base/folder.ts";
import { intoStore, type Moved, outOfStore } from "../storage/moves.ts";
import { openStore } from "../storage/open-store.ts";
import { commandConfiguration } from "./configuration.ts";

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
    asOwner(configuration, (replica) => outOfStore(replica, dataDir, (done, total) => show([done, total]))),
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

/** Runs the action while nobody else owns the data. Throws when somebody does. */
async function asOwner(
  { storeUrl, leaseSeconds }: Configuration,
  action: (replica: Replica) => Promise<Moved>,
): Promise<Moved> {
  if (storeUrl === null) throw new Error("DAYSHIFT_STORE_URL: set it to the address of the store.");
  const store = await openStore(storeUrl, leaseSeconds, createClock());
  try {
    const owned = await store.tryOwn("dayshift store");
    if (owned === null) throw new Error(`The data is owned by ${await store.owner()}. Stop every node first.`);
    const { promise: lost, reject } = Promise.withResolvers<never>();
    void owned.lost.then(reject);
    return await Promise.race([action(createReplica(owned, reject)), lost]);
  } finally {
    await store.close();
  }
}
