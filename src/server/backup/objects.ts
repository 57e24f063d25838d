/** Files as objects of a store: compressed, named by their content, each kept once. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGunzip, createGzip } from "node:zlib";
import { type Entry, objectKey } from "./manifest.ts";
import type { Target } from "./target/target.ts";

/** Stores the file unless its content is there already; answers its entry and how many bytes went over. The signal ends it. */
export async function storeFile(
  target: Target,
  file: string,
  path: string,
  { scratch, signal }: { readonly scratch: string; readonly signal: AbortSignal },
): Promise<{ entry: Entry; sent: number }> {
  const packed = `${scratch}.gz`;
  const hash = createHash("sha256");
  let size = 0;
  const watch = new PassThrough();
  watch.on("data", (chunk: Buffer) => {
    hash.update(chunk);
    size += chunk.length;
  });
  try {
    await pipeline(
      createReadStream(file),
      watch,
      createGzip({ level: constants.Z_BEST_SPEED }),
      createWriteStream(packed, { mode: 0o600 }),
      { signal },
    );
    const sha256 = hash.digest("hex");
    const key = objectKey(sha256);
    const isKnown = await target.has(key);
    if (!isKnown) await target.put(key, packed, signal);
    return { entry: { path, sha256, size }, sent: isKnown ? 0 : (await stat(packed)).size };
  } finally {
    await rm(packed, { force: true });
  }
}

/** Writes the content of an entry to a new file. Rejects, leaving none, when it is not what the manifest says. */
export async function fetchFile(target: Target, { sha256, size }: Entry, file: string): Promise<void> {
  const packed = `${file}.gz`;
  const hash = createHash("sha256");
  let seen = 0;
  try {
    await target.get(objectKey(sha256), packed);
    const unpacked = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
      for await (const chunk of source) {
        seen += chunk.length;
        // What grows beyond its size is damaged, or made to fill the disk.
        if (seen > size)
          throw new Error(`The object ${sha256} is longer than the ${size} bytes that the manifest names.`);
        hash.update(chunk);
        yield chunk;
      }
    };
    await pipeline(
      createReadStream(packed),
      createGunzip(),
      unpacked,
      createWriteStream(file, { mode: 0o600, flags: "wx" }),
    );
    if (seen !== size || hash.digest("hex") !== sha256)
      throw new Error(`The object ${sha256} is damaged: its content has another checksum.`);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await rm(packed, { force: true });
  }
}
