/** Recordings for a node that does not own them. */
import { type Bucket, objectLength } from "./bucket.ts";
import type { Holding } from "./port.ts";

/** Bytes of a recording as the store and the bucket have them, for a node that does not own it. */
export async function* readStoredMedia(
  owned: Pick<Holding, "shape" | "read">,
  bucket: Pick<Bucket, "read"> | undefined,
  name: string,
  { start, end }: { readonly start: number; readonly end: number },
): AsyncIterable<Uint8Array> {
  let at = start;
  const fromBucket = async function* (): AsyncIterable<Uint8Array> {
    const length = bucket === undefined ? null : await objectLength(owned, name);
    if (length !== null) yield* bucket?.read(name, at, Math.min(end, length)) ?? [];
    at = length === null ? at : end;
  };
  yield* fromBucket();
  const shape = at < end ? await owned.shape(name) : null;
  if (shape === null) return;
  const { pageSize, length } = shape;
  const last = Math.min(end, length);
  for await (const [page, bytes] of owned.read(name, Math.floor(start / pageSize))) {
    const begin = page * pageSize;
    if (begin >= last) return;
    yield bytes.subarray(Math.max(0, start - begin), last - begin);
    at = begin + pageSize;
  }
  // Its pages may have left for the bucket in the meantime.
  if (at < last) yield* fromBucket();
}
