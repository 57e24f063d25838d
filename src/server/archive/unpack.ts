/** Unpacks an archive: the files that its manifest names, each as long and with the checksum it says. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { readableBytes } from "../backup/progress.ts";
import {
  type ArchiveFile,
  type ArchiveManifest,
  largestManifest,
  manifestName,
  parseArchiveManifest,
} from "./manifest.ts";

/** The files that the manifest names, each as long and with the checksum it says; anything else is refused. */
export async function unpack(from: string, folder: string): Promise<ArchiveManifest> {
  const entries = (Readable.toWeb(unzipped(from)) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder());
  let manifest: ArchiveManifest | null = null;
  const wanted = new Map<string, ArchiveFile>();
  for await (const { header, body } of entries) {
    const { name, size, type } = header;
    if (type !== "file" && type !== undefined) throw refusal(`${name} is a ${type}; only files are taken.`);
    if (manifest === null) {
      if (name !== manifestName || size > largestManifest) throw refusal("it does not begin with a manifest.");
      manifest = parseArchiveManifest(await text(Readable.fromWeb(body as never)));
      checkRoom(manifest, folder);
      for (const file of manifest.files) wanted.set(file.path, file);
      continue;
    }
    const file = wanted.get(name);
    if (file === undefined) throw refusal(`${name} is not in the manifest, or there twice.`);
    if (file.size !== size) throw refusal(`${name} has ${size} bytes, the manifest says ${file.size}.`);
    wanted.delete(name);
    await writeChecked(Readable.fromWeb(body as never), file, join(folder, file.path));
  }
  if (manifest === null) throw refusal("it is empty.");
  const [missing] = wanted.keys();
  if (missing !== undefined) throw refusal(`${missing} is missing.`);
  if (!existsSync(join(folder, "workspace.db"))) throw refusal("it has no database.");
  return manifest;
}

/** Nothing is unpacked that would fill the disk, on which everybody else's work is kept: a tenth of what is free stays free. */
function checkRoom({ files }: ArchiveManifest, folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= bavail * bsize * 0.9) return;
  throw refusal(`it unpacks to ${readableBytes(total)}, and ${readableBytes(bavail * bsize)} are free.`);
}

/** What the file holds, unpacked. A file that is no archive ends it with words of its own. */
async function* chunksOf(from: string): AsyncGenerator<Buffer> {
  const source = createReadStream(from);
  const unpacked = createGunzip();
  source.on("error", (error) => unpacked.destroy(error));
  try {
    yield* source.pipe(unpacked) as AsyncIterable<Buffer>;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw "code" in (error as object) && (error as { code: unknown }).code === "ENOENT"
      ? error
      : refusal(`it cannot be unpacked (${why}).`);
  }
}

function unzipped(from: string): Readable {
  return Readable.from(chunksOf(from), { objectMode: false });
}

async function writeChecked(content: Readable, { path, sha256 }: ArchiveFile, to: string): Promise<void> {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  content.on("data", (chunk: Buffer) => hash.update(chunk));
  await pipeline(content, createWriteStream(to, { mode: 0o600, flags: "wx", flush: true }));
  if (hash.digest("hex") !== sha256) throw refusal(`${path} has another checksum than the manifest says.`);
}

export function refusal(why: string): Error {
  return new Error(`The archive is refused: ${why}`);
}
