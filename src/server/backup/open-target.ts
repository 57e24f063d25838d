/** Which place an address of backups means. */
import { folderTarget } from "./folder-target.ts";
import type { S3Access, Target } from "./target.ts";

/** The target of an address: a folder, or `s3://bucket/prefix`. Throws when a bucket is named without access to it. */
export async function openTarget(address: string, access: S3Access | null): Promise<Target> {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address);
  if (bucket === null) {
    if (address.startsWith("s3:")) throw new Error(`${address}: expected s3://<bucket>/<prefix>.`);
    return folderTarget(address);
  }
  if (access === null) {
    throw new Error(
      `${address} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_ENDPOINT_URL, AWS_REGION for a store of your own).`,
    );
  }
  const { s3Target } = await import("./s3-target.ts");
  return s3Target(bucket[1] as string, bucket[2] ?? "", access);
}

/** Access to a bucket by the variables that S3 tools share; null when they are not set. */
export function s3Access(environment: Readonly<Record<string, string | undefined>>): S3Access | null {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  if (!accessKeyId || !secretAccessKey) return null;
  const region = environment["AWS_REGION"] || "us-east-1";
  return { accessKeyId, secretAccessKey, region, endpoint: environment["AWS_ENDPOINT_URL"] || null };
}
