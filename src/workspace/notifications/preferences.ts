/** The rows of preferences: how each person wants to be notified. */
import type { Sql } from "../protocol/sql.ts";

export interface Preferences {
  readonly inApp: boolean;
  readonly email: boolean;
}

/** How the person wants to be notified; both ways until they say otherwise. */
export function preferencesOf(sql: Sql, userId: string): Preferences {
  const row = sql.get("SELECT in_app, email FROM notification_preferences WHERE user_id = ?", userId);
  return row === undefined ? { inApp: true, email: true } : { inApp: row[0] === 1, email: row[1] === 1 };
}

/** Notes how the person wants to be notified. */
export function setPreferences(sql: Sql, userId: string, { inApp, email }: Preferences): void {
  sql.run(
    `INSERT INTO notification_preferences (user_id, in_app, email) VALUES (?1, ?2, ?3)
     ON CONFLICT (user_id) DO UPDATE SET in_app = ?2, email = ?3`,
    userId,
    inApp,
    email,
  );
}
