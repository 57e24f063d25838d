/** The `scope` parameter. Source: RFC 6749 §3.3. */
import { type Scope, scopes } from "../../../schema/scopes.ts";
import { OAuthError } from "./errors.ts";

/** The scopes of a text, in the order of the catalogue. Throws `invalid_scope` for an empty text and for unknown ones. */
export function readScopeText(text: string): readonly Scope[] {
  const names = text.split(" ").filter((name) => name !== "");
  if (names.length === 0)
    throw new OAuthError("invalid_scope", "scope: it is empty. Name what is asked for, or leave it out.");
  if (!names.every((name) => (scopes as readonly string[]).includes(name))) {
    throw new OAuthError("invalid_scope", `scope: one is unknown. Known: ${scopes.join(" ")}.`);
  }
  return scopes.filter((scope) => names.includes(scope));
}

/** What is asked for when neither the request nor the client says so: everything but the content of captures. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => scope !== "captures:read");
