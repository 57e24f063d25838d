/** Small facts of the whole service, by name. */
import type { Context } from "./context/context.ts";
import { text } from "./database/db.ts";

export interface Settings {
  /** The value, or null. */
  getSetting(name: string): Promise<string | null>;
  putSetting(name: string, value: string): Promise<void>;
}

/** Names the directory itself uses. */
export const ownerSetting = "owner";
export const homeSetting = "home";
export const setupTokenSetting = "setup_token_hash";

export function settings({ db }: Pick<Context, "db">): Settings {
  async function getSetting(name: string): Promise<string | null> {
    const row = await db.get("SELECT value FROM settings WHERE name = ?", name);
    return row === undefined ? null : text(row, "value");
  }

  return {
    getSetting,
    putSetting: async (name, value) => {
      const sql =
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      await db.run(sql, name, value);
    },
  };
}
