/** The bucket of finished recordings, by its address. */
import type { Bucket } from "../../actors/store/pages/bucket.ts";
import { bucketPlace } from "../backup/open-target.ts";
import type { S3Access } from "../backup/target/target.ts";

/** The bucket of an address. Throws without access to it. */
export async function openBucket(address: string, access: S3Access | null): Promise<Bucket> {
  const place = bucketPlace(address, access);
  if (place === null) throw new Error(`${address}: expected s3://<bucket>/<prefix>.`);
  const { s3Media } = await import("../backup/s3/media.ts");
  return s3Media(place.bucket, place.prefix, place.access);
}
