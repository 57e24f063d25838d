/** Links by which somebody who forgot their password sets a new one: they work once, for an hour. */
import type { Context } from "./context/context.ts";
import { type Row, statement, text } from "./database/db.ts";
import { hashSecret, newResetToken } from "./secrets/secrets.ts";
import type { Ended, Users } from "./users.ts";
import { limits } from "../../schema/limits.ts";

export interface PasswordResets {
  /** A new token; only its hash is stored. Earlier ones of the person work until they expire. */
  createPasswordReset(userId: string): Promise<string>;
  /**
   * Sets the new password and ends every credential of the person, keys included; undefined for a token that is wrong, was used or
   * has expired.
   */
  resetPassword(token: string, password: string): Promise<Ended | undefined>;
  /** Whether the token still opens. */
  isResetOpen(token: string): Promise<boolean>;
}

const lifetime = limits.passwordResetAge.each.max * 60 * 1000;

export function passwordResets(context: Context, { changePassword }: Pick<Users, "changePassword">): PasswordResets {
  const { db, clock } = context;
  const find = (token: string): Promise<Row | undefined> =>
    db.get(
      "SELECT user_id FROM password_resets WHERE token_hash = ? AND expires_at > ?",
      hashSecret(token),
      clock.now(),
    );
  return {
    createPasswordReset: async (userId) => {
      const [token, now] = [newResetToken(), clock.now()];
      const insert = "INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES (?, ?, ?)";
      await db.batch([
        statement("DELETE FROM password_resets WHERE expires_at <= ?", now),
        statement(insert, hashSecret(token), userId, now + lifetime),
      ]);
      return token;
    },
    isResetOpen: async (token) => (await find(token)) !== undefined,
    resetPassword: async (token, password) => {
      const row = await find(token);
      if (row === undefined) return undefined;
      const userId = text(row, "user_id");
      // The token first: of two who show it at once one sets the password. A crash in between costs the link, not the account.
      const taken = await db.run("DELETE FROM password_resets WHERE token_hash = ?", hashSecret(token));
      if (taken === 0) return undefined;
      return changePassword(userId, password);
    },
  };
}
