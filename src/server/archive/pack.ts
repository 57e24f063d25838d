/** Packs the files of an archive behind their manifest. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { createTarPacker } from "modern-tar";
import { type ArchiveFile, type ArchiveManifest, manifestName } from "./manifest.ts";

export async function describe(source: string, path: string): Promise<ArchiveFile> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(source) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { path, sha256: hash.digest("hex"), size };
}

export async function pack(manifest: ArchiveManifest, sources: readonly string[], to: string): Promise<void> {
  const { readable, controller } = createTarPacker();
  const text = Buffer.from(JSON.stringify(manifest, null, 2));
  const broken = new AbortController();
  const written = pipeline(Readable.fromWeb(readable as never), createGzip(), createWriteStream(to, { mode: 0o600 }), {
    signal: broken.signal,
  });
  const fill = async (): Promise<void> => {
    await add(controller.add({ name: manifestName, size: text.length, mode: 0o600, type: "file" }), [text]);
    for (const [at, { path, size }] of manifest.files.entries()) {
      const entry = controller.add({ name: path, size, mode: 0o600, type: "file" });
      await add(entry, createReadStream(sources[at] as string));
    }
    controller.finalize();
  };
  // The writing side waits for more data: when its source fails, it must be ended, or it waits with its file open.
  const filled = fill().catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  await Promise.all([filled, written]);
}

async function add(
  entry: WritableStream<Uint8Array>,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const writer = entry.getWriter();
  for await (const chunk of content) await writer.write(chunk);
  await writer.close();
}
