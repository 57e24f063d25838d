/** Small facts of the whole service, by name. */
import { randomBytes } from "node:crypto";
import type { Context } from "./context/context.ts";
import { text } from "./database/db.ts";

export interface Settings {
  /** The value, or null. */
  getSetting(name: string): Promise<string | null>;
  putSetting(name: string, value: string): Promise<void>;
  /** 32 random bytes that authenticate cursors: made once, the same ever after. */
  cursorSecret(): Promise<Uint8Array>;
  /** The same for what opens recordings. */
  ticketSecret(): Promise<Uint8Array>;
}

/** Names the directory itself uses. */
export const ownerSetting = "owner";
export const homeSetting = "home";
export const setupTokenSetting = "setup_token_hash";
const cursorSetting = "cursor_secret";
const ticketSetting = "ticket_secret";

export function settings({ db }: Context): Settings {
  async function getSetting(name: string): Promise<string | null> {
    const row = await db.get("SELECT value FROM settings WHERE name = ?", name);
    return row === undefined ? null : text(row, "value");
  }

  async function secret(name: string): Promise<Uint8Array> {
    const found = await getSetting(name);
    if (found !== null) return new Uint8Array(Buffer.from(found, "base64url"));
    const fresh = randomBytes(32).toString("base64url");
    await db.run("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", name, fresh);
    return new Uint8Array(Buffer.from((await getSetting(name)) ?? fresh, "base64url"));
  }

  return {
    getSetting,
    putSetting: async (name, value) => {
      const sql =
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
      await db.run(sql, name, value);
    },
    cursorSecret: () => secret(cursorSetting),
    ticketSecret: () => secret(ticketSetting),
  };
}
