/** Accounts at an OpenID Connect provider that sign a person in: bound by issuer and subject, never by an e-mail address. */
import type { Context } from "./context/context.ts";
import { isConstraint, type Row, integer, text, textOrNull, timestamp } from "./database/db.ts";
import { type Account, linkStatement } from "./account.ts";
import { toUser, type User } from "./users.ts";
import { conflict, noSuch } from "../../schema/errors.ts";

export interface ProviderIdentity {
  readonly object: "provider_identity";
  readonly id: string;
  readonly issuer: string;
  readonly email: string | null;
  readonly createdAt: string;
}

export interface ProviderIdentities {
  /** Whom the account signs in; undefined when it is bound to nobody. */
  findUserByAccount(account: Account): Promise<User | undefined>;
  /** Of a person, oldest first. */
  identitiesOf(userId: string): Promise<readonly ProviderIdentity[]>;
  /** Binds an account to a person; nothing happens when it is so already. Throws `resource_conflict` when it is somebody else's. */
  linkAccount(userId: string, account: Account): Promise<void>;
  /** Throws `resource_not_found`, also for somebody else's. */
  unlinkAccount(userId: string, id: string): Promise<void>;
}

export function providerIdentities(context: Context): ProviderIdentities {
  const { db } = context;
  const findUserByAccount = async ({ issuer, subject }: Account): Promise<User | undefined> => {
    const sql = `SELECT u.id, u.email, u.name, u.organization_id FROM provider_identities p JOIN users u ON u.id = p.user_id
      WHERE p.issuer = ? AND p.subject = ?`;
    const row = await db.get(sql, issuer, subject);
    return row === undefined ? undefined : toUser(row);
  };
  return {
    findUserByAccount,
    identitiesOf: async (userId) => {
      const sql =
        "SELECT id, issuer, email, created_at FROM provider_identities WHERE user_id = ? ORDER BY created_at, id";
      return (await db.all(sql, userId)).map(toIdentity);
    },
    linkAccount: async (userId, account) => {
      try {
        await db.batch([linkStatement(context, userId, account)]);
      } catch (error) {
        if (!isConstraint(error)) throw error;
        const owner = await findUserByAccount(account);
        if (owner?.id === userId) return;
        throw owner === undefined
          ? noSuch("user", userId)
          : conflict("This account signs in somebody else here already.");
      }
    },
    unlinkAccount: async (userId, id) => {
      if ((await db.run("DELETE FROM provider_identities WHERE id = ? AND user_id = ?", id, userId)) === 0)
        throw noSuch("provider identity", id);
    },
  };
}

function toIdentity(row: Row): ProviderIdentity {
  return {
    object: "provider_identity",
    id: text(row, "id"),
    issuer: text(row, "issuer"),
    email: textOrNull(row, "email"),
    createdAt: timestamp(integer(row, "created_at")),
  };
}
