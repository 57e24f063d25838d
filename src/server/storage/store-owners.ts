/** Copies of what several nodes own, taken from the store that they share: each file as one moment has it, also of those that other nodes own. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { download } from "../../actors/store/pages/files.ts";
import { directoryName, workspaceName } from "../../actors/store/pages/names.ts";
import type { Membership, StoredFiles } from "../../actors/store/pages/port.ts";
import { copyFileInto, removeSettings } from "../../actors/store/rewrite.ts";
import { signingRows } from "../../gateway/directory/signing.ts";
import type { Owners } from "../backup/backup.ts";
import { bringMediaInto, type MediaSources } from "./bring-media.ts";

export interface StoreSources extends MediaSources {
  readonly store: Pick<Membership, "atOneMoment" | "marks">;
}

/** Of a node whose data folder is named. */
export function ownersInStore({ store, bucket }: StoreSources, dataDir: string): Owners {
  /** By workspace, of each of its files; as they were when all were asked for. */
  let marks: ReadonlyMap<string, readonly string[]> = new Map();

  /** Rewritten, as every copy is: it was read through, and has nothing of what was erased. */
  async function copyDatabase(name: string, file: string, signal?: AbortSignal): Promise<void> {
    const raw = `${file}.stored`;
    try {
      const found = await store.atOneMoment((files) => download(endingWith(files, signal), name, raw));
      if (found === null) throw new Error(`The store has no file ${name}.`);
      if (!found.isWhole) throw new Error(`The store has other pages of ${name} than were sent to it.`);
      await copyFileInto(raw, file);
    } finally {
      for (const suffix of ["", "-wal", "-shm", ".new"]) rmSync(raw + suffix, { force: true });
    }
  }

  return {
    async all() {
      const all = await store.marks();
      marks = byWorkspace(all);
      return [...marks.keys()].filter((id) => all.has(workspaceName(id))).sort();
    },
    fingerprint: (workspaceId) => (marks.get(workspaceId) ?? []).join("\n"),
    copyWorkspace: (workspaceId, file, signal) => copyDatabase(workspaceName(workspaceId), file, signal),
    async withMedia(workspaceId, use) {
      const folder = mkdtempSync(join(dataDir, "copy.new-"));
      try {
        await bringMediaInto(folder, { store, bucket }, workspaceId);
        return await use(folder);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
    async copyDirectory(file) {
      await copyDatabase(directoryName, file);
      await removeSettings(file, signingRows);
      return true;
    },
  };
}

/** The marks of the files of each workspace, with their names, in order. */
function byWorkspace(marks: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [name, mark] of [...marks].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const workspaceId = name.split("/")[1];
    if (workspaceId === undefined) continue;
    const of = found.get(workspaceId) ?? [];
    of.push(`${name} ${mark}`);
    found.set(workspaceId, of);
  }
  return found;
}

/** The same files, read until the signal is aborted. */
function endingWith(files: StoredFiles, signal?: AbortSignal): Pick<StoredFiles, "shape" | "read"> {
  return {
    shape: (file) => files.shape(file),
    async *read(file, from) {
      for await (const page of files.read(file, from)) {
        signal?.throwIfAborted();
        yield page;
      }
    },
  };
}
