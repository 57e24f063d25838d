/** Whether the bucket of finished recordings takes what it is given, hands it out and lets it go. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Access } from "../backup/target/target.ts";
import { type Finding, fine, reasonOf, wrong } from "../base/finding.ts";

/** Not below `media/`, where recordings are. */
const key = "doctor";
const text = "Dayshift looks whether this bucket works.";
/** Bytes of it that are asked for. */
const [start, end] = [9, 14];

/** Stores an object, reads a range of it, and removes it. */
export async function checkBucket(address: string, access: S3Access | null): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-doctor-"));
  const file = join(folder, "object");
  try {
    writeFileSync(file, text);
    const { openBucket } = await import("../storage/open-bucket.ts"); // of several machines alone
    const bucket = await openBucket(address, access);
    await bucket.put(key, file, new AbortController().signal);
    const pieces: Uint8Array[] = [];
    for await (const piece of bucket.read(key, start, end)) pieces.push(piece);
    await bucket.remove(key);
    if (Buffer.concat(pieces).toString() !== text.slice(start, end)) throw new Error("It answers with other bytes.");
    return fine("bucket", `${bucket.name} takes, plays and erases finished recordings.`);
  } catch (error) {
    return wrong(
      "bucket",
      `Finished recordings cannot be kept in ${address}: ${reasonOf(error)}`,
      "Correct DAYSHIFT_STORE_MEDIA, or the right to read, write, list and delete there. Until then they stay in PostgreSQL; those in the bucket are not played.",
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
