/**
 * Puts a file into a bucket: whole, or in parts when it is large, as a store takes no more than 5 GB at once.
 * Source: Amazon S3 User Guide, "Uploading and copying objects using multipart upload".
 */
import { stat } from "node:fs/promises";
import { type Bucket, refusal, textOf, textsOf } from "./bucket.ts";
import { pieceOf } from "./content.ts";

/** Bytes of a part: what is larger goes up in parts, and a part is what is sent again when one fails. */
export const partLength = 64 * 1024 * 1024;
/** The most parts that a store takes; larger files have larger parts. */
const maxParts = 10_000;

export interface UploadOptions {
  readonly partSize: number;
  readonly signal?: AbortSignal | undefined;
}

interface Part {
  readonly number: number;
  readonly etag: string;
}

/** Stores the file. Rejects, leaving no part behind that the store would charge for, when it cannot be stored. */
export async function upload(bucket: Bucket, key: string, file: string, options: UploadOptions): Promise<void> {
  const { size } = await stat(file);
  if (size > options.partSize) return uploadParts(bucket, key, file, { ...options, size });
  const body = await pieceOf(file, 0, size);
  await bucket.expect(`Storing ${key}`, { method: "PUT", key, body, signal: options.signal });
}

async function uploadParts(
  bucket: Bucket,
  key: string,
  file: string,
  { partSize, size, signal }: UploadOptions & { readonly size: number },
): Promise<void> {
  const what = `Storing ${key}`;
  const begun = await bucket.expect(what, { method: "POST", key, query: { uploads: "" }, signal });
  const uploadId = textOf(await begun.text(), "UploadId");
  if (uploadId === undefined) throw new Error(`${what} in parts: the store gave no upload id.`);
  try {
    const parts: Part[] = [];
    const length = Math.max(partSize, Math.ceil(size / maxParts));
    for (let start = 0; start < size; start += length) {
      const number = parts.length + 1;
      const body = await pieceOf(file, start, Math.min(length, size - start));
      const query = { partNumber: String(number), uploadId };
      const answer = await bucket.expect(`${what}, part ${number},`, { method: "PUT", key, query, body, signal });
      const etag = answer.headers.get("etag");
      if (!etag) throw new Error(`${what}, part ${number}: the store gave no ETag.`);
      parts.push({ number, etag });
    }
    await complete(bucket, { key, uploadId, parts, size, signal });
  } catch (error) {
    await abort(bucket, key, uploadId).catch(() => undefined); // the next backup tries it again
    throw error;
  }
}

interface Completion {
  readonly key: string;
  readonly uploadId: string;
  readonly parts: readonly Part[];
  readonly size: number;
  readonly signal: AbortSignal | undefined;
}

/** A store may begin its answer with 200 while it still puts the parts together, and say in it that this failed. */
async function complete(bucket: Bucket, { key, uploadId, parts, size, signal }: Completion): Promise<void> {
  const what = `Storing ${key}`;
  const listed = parts.map(({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
  const body = `<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`;
  const answer = await bucket.send(what, { method: "POST", key, query: { uploadId }, body, signal });
  const text = await answer.text();
  if (answer.ok && !text.includes("<Error>")) return;
  // When an answer was lost on its way, the one to the second request is that there is no such upload any more.
  const found = await bucket.send(what, { method: "HEAD", key, signal });
  if (!found.ok || Number(found.headers.get("content-length")) !== size) throw refusal(what, answer.status, text);
}

async function abort(bucket: Bucket, key: string, uploadId: string): Promise<void> {
  await bucket.expect(`Giving up ${key}`, { method: "DELETE", key, query: { uploadId } });
}

/** Gives up what a process that was killed left unfinished below the prefix. A store that cannot list such uploads keeps them. */
export async function abortUnfinished(bucket: Bucket, prefix: string): Promise<void> {
  const query = { uploads: "", prefix: bucket.folder + prefix };
  const answer = await bucket.send("Listing uploads", { method: "GET", query });
  const text = await answer.text();
  if (!answer.ok) return;
  const ids = textsOf(text, "UploadId");
  for (const [at, key] of textsOf(text, "Key").entries()) {
    const uploadId = ids[at];
    if (uploadId === undefined || !key.startsWith(bucket.folder + prefix)) continue;
    await abort(bucket, key.slice(bucket.folder.length), uploadId).catch(() => undefined); // somebody else may have
  }
}
