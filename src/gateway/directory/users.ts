/** The people. */
import type { Context } from "./context/context.ts";
import { type Account, linkStatement } from "./account.ts";
import { type Db, isConstraint, type Row, type Statement, statement, text, textOrNull } from "./database/db.ts";
import { hashPassword, needsRehash, verifyPassword } from "./secrets/passwords.ts";
import { revokeGrantsOf } from "./oauth/grants.ts";
import { conflict, noSuch } from "../../schema/errors.ts";

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string;
}

export interface NewUser {
  readonly organizationId: string;
  readonly email: string;
  /** The part of the address before the @ when left out. */
  readonly name?: string | undefined;
  /** Without one the user cannot sign in with a password. */
  readonly password?: string | undefined;
  /** An account at the provider, which signs them in. */
  readonly account?: Account | undefined;
}

/** Whose password it is, and the hash by which it was checked: a session begins only while that is theirs. */
export interface Signer {
  readonly user: User;
  readonly passwordHash: string;
}

export interface Users {
  /** Throws `resource_conflict` when the address is taken. */
  createUser(user: NewUser): Promise<User>;
  getUser(id: string): Promise<User | undefined>;
  /** Case does not matter. */
  findUserByEmail(email: string): Promise<User | undefined>;
  /** Whose address and password these are, else undefined, in the same time whichever was wrong. */
  checkPassword(email: string, password: string): Promise<Signer | undefined>;
  /** Sets a new password; ends sessions, connected apps and API keys of the user, and answers how many. Throws `resource_not_found`. */
  changePassword(userId: string, password: string, options?: { readonly keepApiKeys?: boolean }): Promise<Ended>;
}

/** How many credentials came to their end. */
export interface Ended {
  readonly sessions: number;
  readonly connectedApps: number;
  readonly apiKeys: number;
}

const columns = "id, email, name, organization_id, password_hash";

export function users(context: Context): Users {
  const { db, passwordCost } = context;

  /** How many rows each statement changed; the first one is that of the user. */
  async function update(userId: string, statements: readonly Statement[]): Promise<readonly number[]> {
    const results = await context.changing([{ kind: "user", id: userId }], () => db.batch(statements));
    if (results[0]?.changed === 0) throw noSuch("user", userId);
    return results.map(({ changed }) => changed);
  }

  return {
    createUser: async (user) => {
      const { created, inserts } = await prepareUser(context, user);
      try {
        await db.batch(inserts);
      } catch (error) {
        if (!isConstraint(error) || (await findRow(db, user.email)) === undefined) throw error;
        throw conflict("There is already a user with this e-mail address; sign in, or use another address.", "email");
      }
      return created;
    },
    getUser: async (id) => maybeUser(await db.get(`SELECT ${columns} FROM users WHERE id = ?`, id)),
    findUserByEmail: (email) => findUserByEmail(context, email),
    checkPassword: (email, password) => checkPassword(context, email, password),
    changePassword: async (userId, password, { keepApiKeys = false } = {}) => {
      const hash = await hashPassword(password, passwordCost);
      const now = context.clock.now();
      const [, sessions = 0, , connectedApps = 0, , apiKeys = 0] = await update(userId, [
        statement("UPDATE users SET password_hash = ? WHERE id = ?", hash, userId),
        statement("DELETE FROM sessions WHERE user_id = ?", userId),
        ...revokeGrantsOf(userId, now),
        statement("DELETE FROM password_resets WHERE user_id = ?", userId),
        ...(keepApiKeys ? [] : [revokeKeysOf(userId, now)]),
      ]);
      return { sessions, connectedApps, apiKeys };
    },
  };
}

async function checkPassword(context: Context, email: string, password: string): Promise<Signer | undefined> {
  const { db, passwordCost } = context;
  const row = await findRow(db, email);
  const stored = row === undefined ? null : textOrNull(row, "password_hash");
  if (!(await verifyPassword(stored, password, passwordCost)) || row === undefined || stored === null) return undefined;
  if (!needsRehash(stored, passwordCost)) return { user: toUser(row), passwordHash: stored };
  const fresh = await upgrade(context, text(row, "id"), stored, password);
  // Another sign-in has replaced the hash, or the person the password.
  if (fresh === null) return checkPassword(context, email, password);
  return { user: toUser(row), passwordHash: fresh };
}

function revokeKeysOf(userId: string, now: number): Statement {
  return statement("UPDATE api_keys SET revoked_at = ? WHERE user_id = ? AND revoked_at IS NULL", now, userId);
}

/** The user with this address, in whichever case. */
export async function findUserByEmail({ db }: Context, email: string): Promise<User | undefined> {
  return maybeUser(await findRow(db, email));
}

function findRow(db: Db, email: string): Promise<Row | undefined> {
  return db.get(`SELECT ${columns} FROM users WHERE email_key = ?`, emailKey(email));
}

/** The user to be, and the statements that make it; statements, so that they can join a larger transaction. */
export async function prepareUser(
  context: Context,
  user: NewUser,
): Promise<{ created: User; inserts: readonly Statement[] }> {
  const { clock, ids, passwordCost } = context;
  const email = user.email.trim();
  const name = user.name ?? email.replace(/@.*$/, "");
  const created: User = { id: ids.uuid(), email, name, organizationId: user.organizationId };
  const hash = user.password === undefined ? null : await hashPassword(user.password, passwordCost);
  const linked = user.account === undefined ? [] : [linkStatement(context, created.id, user.account)];
  return { created, inserts: [insertUser(created, hash, clock.now()), ...linked] };
}

/** The statement that makes a user; without a hash the user cannot sign in with a password. */
export function insertUser(
  { id, organizationId, email, name }: User,
  passwordHash: string | null,
  now: number,
): Statement {
  return statement(
    "INSERT INTO users (id, organization_id, email, email_key, name, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    id,
    organizationId,
    email,
    emailKey(email),
    name,
    passwordHash,
    now,
  );
}

/** Replaces the hash only while it is the one that was checked, and answers the new one; null where that has changed in the meantime. */
async function upgrade(
  { db, passwordCost }: Context,
  userId: string,
  stored: string,
  password: string,
): Promise<string | null> {
  const fresh = await hashPassword(password, passwordCost);
  const replace = "UPDATE users SET password_hash = ? WHERE id = ? AND password_hash = ?";
  return (await db.run(replace, fresh, userId, stored)) === 0 ? null : fresh;
}

/** Lower case only, no further folding: folding `ı` or `ß` away would make two mailboxes one account. */
export function emailKey(email: string): string {
  return email.trim().normalize("NFC").toLowerCase();
}

/** A row of id, email, name and organization_id. */
export function toUser(row: Row): User {
  return {
    id: text(row, "id"),
    email: text(row, "email"),
    name: text(row, "name"),
    organizationId: text(row, "organization_id"),
  };
}

function maybeUser(row: Row | undefined): User | undefined {
  return row === undefined ? undefined : toUser(row);
}
