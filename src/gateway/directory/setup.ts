/** A first start without an owner's address and password: a one-time link through which the owner introduces themself. */
import { timingSafeEqual } from "node:crypto";
import type { Context } from "./context/context.ts";
import { statement, text } from "./database/db.ts";
import { claimOwner, ensureHome, findOwner, type NewOwner, type Owned } from "./home.ts";
import { hashSecret, newSetupToken } from "./secrets/secrets.ts";
import { ownerSetting, setupTokenSetting } from "./settings.ts";
import { findUserByEmail } from "./users.ts";
import { ApiError, conflict } from "../../schema/errors.ts";

const takenAddress =
  "Somebody who came with an imported workspace has this e-mail address: sign in (`dayshift password` sets a password), or give the owner another address.";

export interface Setup {
  /** A fresh one-time token that takes the place of the last one; null, and no token is good, once somebody owns the service or can sign in. */
  createToken(): Promise<string | null>;
  /** Whether somebody owns the service or, having come with an imported workspace, can sign in; asked of the database until it is so. */
  hasSomebody(): Promise<boolean>;
  /** Makes the owner. Throws `invalid_session_token` when the token is wrong, was replaced or was used, a conflict when the address is taken. */
  complete(request: NewOwner & { readonly token: string }): Promise<Owned>;
}

export function setup(context: Context): Setup {
  let isKnown = false;
  return {
    hasSomebody: async () => (isKnown ||= await hasSomebody(context)),
    createToken: async () => {
      await ensureHome(context);
      if (await hasSomebody(context)) {
        await endToken(context);
        return null;
      }
      const token = newSetupToken();
      await context.db.run(
        "INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        setupTokenSetting,
        hashSecret(token),
      );
      return token;
    },
    complete: ({ token, ...owner }) => complete(context, hashSecret(token), owner),
  };
}

/** Writes only where there is one: a service starts on a disk that takes no writes. */
async function endToken({ db }: Context): Promise<void> {
  const row = await db.get("SELECT 1 FROM settings WHERE name = ?", setupTokenSetting);
  if (row !== undefined) await db.run("DELETE FROM settings WHERE name = ?", setupTokenSetting);
}

async function hasSomebody(context: Context): Promise<boolean> {
  if ((await findOwner(context)) !== undefined) return true;
  const signIn = "password_hash IS NOT NULL OR id IN (SELECT user_id FROM provider_identities)";
  return (await context.db.get(`SELECT 1 FROM users WHERE ${signIn} LIMIT 1`)) !== undefined;
}

async function complete(context: Context, tokenHash: string, owner: NewOwner): Promise<Owned> {
  const row = await context.db.get("SELECT value FROM settings WHERE name = ?", setupTokenSetting);
  if (row === undefined || !isSame(text(row, "value"), tokenHash)) throw refused();
  const owned = await claimOwner(context, await ensureHome(context), owner, (ownerId) => claim(ownerId, tokenHash));
  if (owned !== undefined) return owned;
  // The owner's row came first: without one it was the address that was refused, of somebody who came with an imported workspace.
  const isTaken =
    (await findOwner(context)) === undefined && (await findUserByEmail(context, owner.email)) !== undefined;
  throw isTaken ? conflict(takenAddress, "email") : refused();
}

/** A token that was used or replaced in the meantime yields NULL here, which the schema refuses with the whole transaction. */
function claim(ownerId: string, tokenHash: string) {
  return statement(
    "INSERT INTO settings (name, value) VALUES (?, (SELECT ? FROM settings WHERE name = ? AND value = ?))",
    ownerSetting,
    ownerId,
    setupTokenSetting,
    tokenHash,
  );
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function refused(): ApiError {
  return new ApiError(
    "invalid_session_token",
    "The setup token is wrong, was replaced or was used. Take the one the service printed at its last start, or sign in.",
  );
}
