/** A bucket of an S3-compatible store for finished recordings. */
import { stat } from "node:fs/promises";
import type { Bucket } from "../../../actors/store/pages/bucket.ts";
import type { S3Access } from "../target/target.ts";
import { openBucket } from "./bucket.ts";
import { download } from "./download.ts";
import { readRange } from "./range.ts";
import { listKeys } from "./target.ts";
import { abortUnfinished, partLength, upload } from "./upload.ts";

/** The place below the prefix of the bucket. `partSize`: bytes above which a recording goes up in parts of that size. */
export function s3Media(bucketName: string, prefix: string, access: S3Access, partSize: number = partLength): Bucket {
  const bucket = openBucket(bucketName, prefix, access);
  return {
    name: bucket.name,
    async put(key, file, signal) {
      // What a node left that was killed in the middle of one.
      if ((await stat(file)).size > partSize) await abortUnfinished(bucket, key);
      await upload(bucket, key, file, { partSize, signal });
    },
    get: (key, file) => download(bucket, key, file),
    read: (key, start, end) => readRange(bucket, key, start, end),
    async remove(key) {
      await abortUnfinished(bucket, key);
      await bucket.expect(`Removing ${key}`, { method: "DELETE", key });
    },
    list: (wanted) => listKeys(bucket, wanted),
  };
}
