/** Which secrets of a directory cannot be read with a key, as after a restore: they must be entered again. */
import { type Db, text } from "./database/db.ts";
import { unreadableModelKeys } from "./model-settings.ts";
import { unreadableSpeechKeys } from "./speech-settings.ts";
import { decrypt } from "./secrets/encryption.ts";

export interface LostSecret {
  readonly kind: "second_factor" | "model_key" | "speech_key" | "mcp_server" | "push";
  /** Whose: the e-mail of a person, the provider of a model, a speech server, or the outside server with its workspace. */
  readonly of: string;
}

/** `key`: the one at hand; null for none. Of a schema of any age. */
export async function lostSecrets(db: Db, key: Uint8Array | null): Promise<readonly LostSecret[]> {
  const tables = await db.all("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const known = new Set(tables.map((row) => text(row, "name")));
  const isLost = (owner: string, encrypted: string): boolean =>
    key === null || decrypt(key, owner, encrypted) === undefined;
  const lost: LostSecret[] = [];
  for (const { kind, table, sql } of kinds) {
    const rows = known.has(table) ? await db.all(sql) : [];
    for (const row of rows)
      if (isLost(text(row, "owner"), text(row, "encrypted"))) lost.push({ kind, of: text(row, "of") });
  }
  const model = await db.get("SELECT value FROM settings WHERE name = 'model'");
  const providers = model === undefined ? [] : unreadableModelKeys(text(model, "value"), isLost);
  const speech = await db.get("SELECT value FROM settings WHERE name = 'speech'");
  const servers = speech === undefined ? [] : unreadableSpeechKeys(text(speech, "value"), isLost);
  return [
    ...lost,
    ...providers.map((of) => ({ kind: "model_key" as const, of })),
    ...servers.map((of) => ({ kind: "speech_key" as const, of })),
  ];
}

const kinds = [
  {
    kind: "second_factor",
    table: "second_factors",
    sql: `SELECT f.user_id AS owner, f.encrypted_secret AS encrypted, u.email AS "of"
      FROM second_factors f JOIN users u ON u.id = f.user_id WHERE f.is_on = 1 ORDER BY u.email`,
  },
  {
    kind: "mcp_server",
    table: "mcp_servers",
    sql: `SELECT m.id AS owner, m.encrypted_secret AS encrypted, m.name || ' of ' || w.name AS "of"
      FROM mcp_servers m JOIN workspaces w ON w.id = m.workspace_id WHERE m.encrypted_secret IS NOT NULL ORDER BY w.name, m.name`,
  },
  {
    kind: "push",
    table: "push_subscriptions",
    sql: `SELECT DISTINCT s.name AS owner, s.value AS encrypted, u.email AS "of"
      FROM push_subscriptions p JOIN users u ON u.id = p.user_id JOIN settings s ON s.name = 'push_keys' ORDER BY u.email`,
  },
] as const;
