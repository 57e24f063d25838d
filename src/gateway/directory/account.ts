/** An account at an OpenID Connect provider, and the row that binds it to a person. */
import type { Context } from "./context/context.ts";
import { type Statement, statement } from "./database/db.ts";

/** What a provider says of a person who signed in there. */
export interface Account {
  readonly issuer: string;
  readonly subject: string;
  /** Only an address that the provider has verified. */
  readonly email: string | null;
  readonly name: string | null;
}

/** A statement, so that it can join the transaction that makes the person. */
export function linkStatement({ clock, ids }: Context, userId: string, account: Account): Statement {
  const { issuer, subject, email } = account;
  return statement(
    "INSERT INTO provider_identities (id, issuer, subject, user_id, email, created_at) VALUES (?, ?, ?, ?, ?, ?)",
    ids.uuid(),
    issuer,
    subject,
    userId,
    email,
    clock.now(),
  );
}
