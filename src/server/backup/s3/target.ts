/** Backups in a bucket of Amazon S3 or of a store that speaks its protocol (MinIO, Garage, R2, B2, Ceph). */
import type { S3Access, Target } from "../target/target.ts";
import { type Bucket, expectOk, openBucket, textOf, textsOf } from "./bucket.ts";
import { download } from "./download.ts";
import { abortUnfinished, partLength, upload } from "./upload.ts";

/** The place below the prefix of the bucket. `partSize`: bytes above which an object goes up in parts of that size. */
export function s3Target(bucketName: string, prefix: string, access: S3Access, partSize: number = partLength): Target {
  const bucket = openBucket(bucketName, prefix, access);
  return {
    name: bucket.name,
    put: (key, file, signal) => upload(bucket, key, file, { partSize, signal }),
    get: (key, file) => download(bucket, key, file),
    async putText(key, text) {
      await bucket.expect(`Storing ${key}`, { method: "PUT", key, body: text });
    },
    async getText(key) {
      return (await bucket.expect(`Reading ${key}`, { method: "GET", key })).text();
    },
    async has(key) {
      const what = `Looking for ${key}`;
      const response = await bucket.send(what, { method: "HEAD", key });
      if (response.status !== 404) await expectOk(what, response);
      return response.ok;
    },
    list: (wanted) => listKeys(bucket, wanted),
    async remove(key) {
      await bucket.expect(`Removing ${key}`, { method: "DELETE", key });
    },
    dropUnfinished: () => abortUnfinished(bucket, "objects/"),
  };
}

/** The keys below the folder of the bucket that begin so, in order. */
export async function listKeys(bucket: Bucket, wanted: string): Promise<string[]> {
  const keys: string[] = [];
  let after: string | undefined;
  do {
    const more = after === undefined ? {} : { "continuation-token": after };
    const query = { "list-type": "2", prefix: bucket.folder + wanted, ...more };
    const text = await (await bucket.expect("Listing", { method: "GET", query })).text();
    for (const key of textsOf(text, "Key")) keys.push(key.slice(bucket.folder.length));
    after = textOf(text, "NextContinuationToken");
  } while (after !== undefined);
  return keys.sort();
}
