/** What the doctor reads of the directory itself, while no service has it. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Db, openDb } from "../../gateway/directory/database/db.ts";
import { modelStore, type StoredModel } from "../../gateway/directory/model-settings.ts";
import { speechStore, type StoredSpeech } from "../../gateway/directory/speech-settings.ts";
import { knowsWorkspaces, ownedWorkspaceIds } from "../../gateway/directory/survey.ts";
import type { Configuration } from "../base/configuration.ts";
import { existingSecretKeyOf } from "../base/secret-key.ts";

interface Survey {
  readonly known: readonly string[];
  /** It knows of no workspace. */
  readonly isEmpty: boolean;
}

/** The workspaces that the directory knows. */
export function readKnown(configuration: Configuration): Promise<Survey> {
  return withDirectory(configuration, async (db) => {
    const isEmpty = !(await knowsWorkspaces(db));
    return { isEmpty, known: isEmpty ? [] : await ownedWorkspaceIds(db) };
  });
}

/** What an operator has set, read where it lies; null without a directory. */
async function readStored<Value>(
  configuration: Configuration,
  read: (context: SettingsContext) => Promise<Value | null>,
): Promise<Value | null> {
  if (configuration.directoryUrl === null && !hasDirectoryFile(configuration.dataDir)) return null;
  const secretKey = existingSecretKeyOf(configuration);
  return withDirectory(configuration, (db) => read({ db, secretKey }));
}

type SettingsContext = Parameters<typeof modelStore>[0];

/** The model that an operator has set; null without a directory, too. */
export function readStoredModel(configuration: Configuration): Promise<StoredModel | null> {
  return readStored(configuration, (context) => modelStore(context).storedModel());
}

/** The same of the speech server. */
export function readStoredSpeech(configuration: Configuration): Promise<StoredSpeech | null> {
  return readStored(configuration, (context) => speechStore(context).storedSpeech());
}

async function withDirectory<Value>(
  { dataDir, directoryUrl, directoryToken }: Configuration,
  read: (db: Db) => Promise<Value>,
): Promise<Value> {
  const url = directoryUrl ?? `file:${fileOfDirectory(dataDir)}`;
  const db = await openDb({ url, ...(directoryToken !== null && { authToken: directoryToken }) });
  try {
    return await read(db);
  } finally {
    await db.close();
  }
}

/** Its file, where it is not on a server. */
export function fileOfDirectory(dataDir: string): string {
  return join(dataDir, "directory.db");
}

/** Whether that file is there and holds something. */
export function hasDirectoryFile(dataDir: string): boolean {
  return (statSync(fileOfDirectory(dataDir), { throwIfNoEntry: false })?.size ?? 0) > 0;
}
