/** The bucket of finished recordings, as the configuration names it and the store knows it. */
import { type BucketMedia, createBucketMedia } from "../../actors/store/pages/bucket-media.ts";
import { type Bucket, mediumOf, standingName } from "../../actors/store/pages/bucket.ts";
import type { Holding } from "../../actors/store/pages/port.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { counted } from "../../schema/counted.ts";
import type { Configuration } from "../base/configuration.ts";
import { describeError } from "../base/log.ts";
import { openBucket } from "./open-bucket.ts";
import type { StorageParts } from "./parts.ts";

/** Says where the store has them. */
const bucketFact = "finished recordings in";

/** What the store is to say of the configured bucket. */
export function bucketFactOf({ storeMedia }: Configuration): ReadonlyMap<string, string> {
  return new Map([[bucketFact, storeMedia ?? ""]]);
}

export interface OpenedBucket {
  readonly media: BucketMedia;
  /** Whether the store had none before: what is finished is in pages. */
  readonly isNew: boolean;
}

/** The configured one, null for none. Rejects when the store has recordings in another one, or when there is no access to it. */
export async function openBucketMedia(
  { configuration, bucketAccess, clock, log }: Pick<StorageParts, "configuration" | "bucketAccess" | "clock" | "log">,
  replica: Replica,
): Promise<OpenedBucket | null> {
  const { storeMedia, dataDir } = configuration;
  const former = (await replica.owned.facts()).get(bucketFact) ?? "";
  const bucket = storeMedia === null ? null : await openBucket(storeMedia, bucketAccess ?? null);
  if (former !== "" && former !== storeMedia) await requireAll(replica.owned, bucket, former);
  if (bucket === null) return null;
  const onTrouble = (error: unknown): void =>
    log.warn("a recording cannot be moved to its bucket; it is tried again in a minute", describeError(error));
  return { media: createBucketMedia({ bucket, replica, dataDir, clock, onTrouble }), isNew: former === "" };
}

/** Throws when the bucket lacks recordings that the store has in another one. */
async function requireAll(owned: Pick<Holding, "names">, bucket: Bucket | null, former: string): Promise<void> {
  const named = await owned.names(standingName("object"));
  const there = new Set(named.length === 0 ? [] : await bucket?.list("media/"));
  const missing = named.map(mediumOf).filter((medium) => !there.has(medium));
  if (missing.length === 0) return;
  throw new Error(
    `DAYSHIFT_STORE_MEDIA: the store has ${counted(missing.length, "recording")} in ${former} that ${
      bucket === null ? "no bucket is named for" : `${bucket.name} lacks`
    }. Name that bucket, or stop every node and copy its objects first.`,
  );
}
