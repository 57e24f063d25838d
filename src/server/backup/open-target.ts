/** Which place an address of backups means. */
import { resolve } from "node:path";
import * as v from "valibot";
import { folderTarget } from "./folder-target.ts";
import { bucketAddress } from "../base/setting.ts";
import type { S3Access, Target } from "./target/target.ts";

/** The target of an address: a folder, or `s3://bucket/prefix`. Throws when a bucket is named without access to it. */
export async function openTarget(address: string, access: S3Access | null): Promise<Target> {
  const place = bucketPlace(address, access);
  if (place === null) return folderTarget(address);
  const { s3Target } = await import("./s3/target.ts");
  return s3Target(place.bucket, place.prefix, place.access);
}

/** A part of a bucket, with the access to it. */
interface BucketPlace {
  readonly bucket: string;
  readonly prefix: string;
  readonly access: S3Access;
}

/** The part of a bucket that an address names; null for a folder. Throws when it names one without access to it. */
export function bucketPlace(address: string, access: S3Access | null): BucketPlace | null {
  const found = bucketAddress.exec(address);
  if (found === null) {
    if (address.startsWith("s3:")) throw new Error(`${address}: expected s3://<bucket>/<prefix>.`);
    return null;
  }
  if (access === null) {
    throw new Error(
      `${address} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_ENDPOINT_URL, AWS_REGION for a store of your own).`,
    );
  }
  return { bucket: found[1] as string, prefix: found[2] ?? "", access };
}

/** The address as it is meant by who stands in the folder `from`: another process may be the one that opens it. */
export function addressFrom(address: string, from: string): string {
  return address.startsWith("s3:") ? address : resolve(from, address);
}

/** Access to a bucket by the variables that S3 tools share; null when they are not set. */
export function s3Access(environment: Readonly<Record<string, string | undefined>>): S3Access | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) return null;
  const region = environment["AWS_REGION"] || "us-east-1";
  return { accessKeyId, secretAccessKey, region, endpoint: environment["AWS_ENDPOINT_URL"] || null };
}

const accessSchema = v.strictObject({
  accessKeyId: v.string(),
  secretAccessKey: v.string(),
  region: v.string(),
  endpoint: v.nullable(v.string()),
});

/** The access that a command brings to the running service; null when it brings none. */
export function accessIn(given: unknown): S3Access | null {
  const { success, output } = v.safeParse(accessSchema, given);
  return success ? output : null;
}
