/** What must be entered again in a restored folder, in words. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDb } from "../../gateway/directory/database/db.ts";
import { type LostSecret, lostSecrets } from "../../gateway/directory/lost-secrets.ts";
import type { Configuration } from "../base/configuration.ts";
import { existingSecretKey, secretKeyFile } from "../base/secret-key.ts";

type Place = Pick<Configuration, "dataDir" | "secretKey">;

/** The secrets of the restored directory that the key at hand cannot read; none where the directory is on a server. */
export async function toEnterAgain(place: Place): Promise<readonly LostSecret[]> {
  const file = join(place.dataDir, "directory.db");
  if (!existsSync(file)) return [];
  const db = await openDb({ url: `file:${file}` });
  try {
    return await lostSecrets(db, existingSecretKey(place));
  } finally {
    await db.close();
  }
}

const sentences: Readonly<Record<LostSecret["kind"], (of: string) => string>> = {
  second_factor: (of) => `the second factor of ${of} (recovery codes still work)`,
  model_key: (of) => `the key of the model provider ${of}`,
  speech_key: (of) => `the key of the speech server ${of}`,
  mcp_server: (of) => `the secret of the outside server ${of}`,
  push: (of) => `notes to browsers of ${of}, switched on under Settings`,
};

/** Lines for a terminal; empty when nothing is lost. */
export function enterAgainWords(lost: readonly LostSecret[], { dataDir, secretKey }: Place): string {
  if (lost.length === 0) return "";
  const way =
    secretKey === null
      ? `The backup does not hold the key that encrypts secrets. Put the old ${secretKeyFile} into ${dataDir} before the first start, or enter again:`
      : "DAYSHIFT_SECRET_KEY is not the key that encrypted these. Set the old one, or enter again:";
  return [way, ...lost.map(({ kind, of }) => `  - ${sentences[kind](of)}`), ""].join("\n");
}
