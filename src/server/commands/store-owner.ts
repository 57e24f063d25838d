/** The store of several machines, for a command that owns all of it while it runs. */
import { createClock } from "../../actors/runtime/clock.ts";
import type { BucketMedia } from "../../actors/store/pages/bucket-media.ts";
import { createReplica, type Replica } from "../../actors/store/pages/replica.ts";
import { s3Access } from "../backup/open-target.ts";
import type { Configuration } from "../base/configuration.ts";
import { createLog } from "../base/log.ts";
import { openBucketMedia } from "../storage/bucket-media.ts";
import type { Moved } from "../storage/into-store.ts";
import { openStore } from "../storage/open-store.ts";

/** Runs the action while nobody else owns the data. Throws when somebody does. */
export async function asOwner(
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

/** Where finished recordings are; undefined for the store. */
export async function bucketOf(configuration: Configuration, replica: Replica): Promise<BucketMedia | undefined> {
  const clock = createClock();
  const log = createLog({ level: "silent", isTerminal: false, clock, write: () => undefined });
  const bucketAccess = s3Access(process.env);
  return (await openBucketMedia({ configuration, bucketAccess, clock, log }, replica))?.media;
}
