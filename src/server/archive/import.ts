/** Takes a workspace out of an archive: checked wholly before anything of it counts. */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, syncFolderAside, workspaceFolder } from "../../actors/store/files.ts";
import { buildSchema, type Migration, newestVersion } from "../../actors/store/migrate.ts";
import { verifyCopy } from "../../actors/store/verify-copy.ts";
import { replaceTexts, schemaOf, schemaVersionOf } from "../../actors/store/rewrite.ts";
import type { Adoption } from "../../gateway/directory/adopt.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import type { ArchiveManifest } from "./manifest.ts";
import { unpack, refusal } from "./unpack.ts";

export interface ImportParts {
  readonly dataDir: string;
  readonly directory: Pick<Directory, "getWorkspace" | "planAdoption" | "adoptWorkspace">;
  readonly migrations: readonly Migration[];
  readonly from: string;
  /** Called when the files lie in the folder, before anybody knows of them. */
  readonly onPlaced?: ((workspaceId: string) => Promise<void>) | undefined;
}

export interface Imported extends Adoption {
  readonly manifest: ArchiveManifest;
}

/** Throws, leaving nothing behind, when the archive is damaged, hostile, of a newer version, or of a workspace that is here. */
export async function importWorkspace({
  dataDir,
  directory,
  migrations,
  from,
  onPlaced,
}: ImportParts): Promise<Imported> {
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
      await onPlaced?.(workspace.id);
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
