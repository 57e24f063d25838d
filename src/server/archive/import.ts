/** Takes a workspace out of an archive: checked wholly before anything of it counts. */
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { createTarDecoder } from "modern-tar";
import { makeFolder, syncFolderAside, workspaceFolder } from "../../actors/store/files.ts";
import { buildSchema, type Migration, newestVersion } from "../../actors/store/migrate.ts";
import { verifyCopy } from "../../actors/store/verify-copy.ts";
import { replaceTexts, schemaOf, schemaVersionOf } from "../../actors/store/rewrite.ts";
import type { Adoption } from "../../gateway/directory/adopt.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { readableBytes } from "../backup/progress.ts";
import {
  type ArchiveFile,
  type ArchiveManifest,
  largestManifest,
  manifestName,
  parseArchiveManifest,
} from "./manifest.ts";

export interface ImportParts {
  readonly dataDir: string;
  readonly directory: Pick<Directory, "getWorkspace" | "planAdoption" | "adoptWorkspace">;
  readonly migrations: readonly Migration[];
  readonly from: string;
}

export interface Imported extends Adoption {
  readonly manifest: ArchiveManifest;
}

/** Throws, leaving nothing behind, when the archive is damaged, hostile, of a newer version, or of a workspace that is here. */
export async function importWorkspace({ dataDir, directory, migrations, from }: ImportParts): Promise<Imported> {
  const fresh = join(dataDir, "import.new");
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true, mode: 0o700 });
  try {
    const manifest = await unpack(from, fresh);
    const { workspace, people } = manifest;
    const folder = workspaceFolder(dataDir, workspace.id);
    if (existsSync(folder) || (await directory.getWorkspace(workspace.id)) !== undefined) {
      throw new Error(`The workspace ${workspace.name} (${workspace.id}) is here already.`);
    }
    await checkDatabase(join(fresh, "workspace.db"), manifest, migrations);
    const adoption = await directory.planAdoption(people);
    await replaceTexts(join(fresh, "workspace.db"), adoption.renamed);
    makeFolder(dirname(folder));
    renameSync(fresh, folder);
    await syncFolderAside(dirname(folder));
    try {
      await directory.adoptWorkspace({ ...workspace, people });
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
    return { manifest, ...adoption };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** The files that the manifest names, each as long and with the checksum it says; anything else is refused. */
async function unpack(from: string, folder: string): Promise<ArchiveManifest> {
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

/**
 * The rows may be anything, the schema only what our migrations make of it: no trigger or view of somebody else runs here.
 * A database of an older schema is brought to the newest.
 */
async function checkDatabase(
  file: string,
  { workspace, schemaVersion }: ArchiveManifest,
  migrations: readonly Migration[],
): Promise<void> {
  const newest = newestVersion(migrations);
  if (schemaVersion > newest) {
    throw refusal(
      `its schema has version ${schemaVersion}, this program knows versions up to ${newest}. Use a newer release.`,
    );
  }
  const model = `${file}.model`;
  buildSchema(
    model,
    migrations.filter(({ version }) => version <= schemaVersion),
  );
  const [wanted, found, version] = await Promise.all([schemaOf(model), schemaOf(file), schemaVersionOf(file)]).catch(
    (error: unknown) => {
      throw refusal(`its database cannot be read (${error instanceof Error ? error.message : String(error)}).`);
    },
  );
  rmSync(model);
  if (version !== schemaVersion || found !== wanted)
    throw refusal("its database does not have the schema of its version.");
  const { problems } = await verifyCopy(file, { workspaceId: workspace.id, migrations });
  if (problems.length > 0) throw refusal(problems.join(" "));
}

function refusal(why: string): Error {
  return new Error(`The archive is refused: ${why}`);
}
