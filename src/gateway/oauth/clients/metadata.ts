/** What a client says of itself, registered or in a document of its own. Source: RFC 7591 §2. */
import { limits } from "../../../schema/limits.ts";
import { scopes } from "../../../schema/scopes.ts";
import type { OAuthClient } from "../../directory/oauth/clients.ts";
import { OAuthError } from "../protocol/errors.ts";
import { redirectFault, redirectHost } from "../protocol/redirects.ts";

const nameLimit = 200;
const addressLimit = 2000;
const redirectLimit = limits.clientRedirects.each.max;

type Metadata = Readonly<Record<string, unknown>>;

/** The metadata of a client, read from JSON. Throws `invalid_redirect_uri` or `invalid_client_metadata`, naming the field. */
export function readMetadata(value: unknown): Omit<OAuthClient, "id"> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong("expected a JSON object.");
  const metadata = value as Metadata;
  const redirectUris = readRedirects(metadata["redirect_uris"]);
  requireListed(metadata, "grant_types", "authorization_code");
  requireListed(metadata, "response_types", "code");
  return {
    name: readName(metadata["client_name"]) ?? redirectHost(redirectUris[0] as string),
    clientUri: readAddress(metadata, "client_uri"),
    logoUri: readAddress(metadata, "logo_uri"),
    redirectUris,
    scopes: readScopes(metadata["scope"]),
  };
}

function readRedirects(value: unknown): readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > redirectLimit) {
    throw new OAuthError("invalid_redirect_uri", `redirect_uris: expected a list of 1 to ${redirectLimit} URIs.`);
  }
  for (const [index, uri] of value.entries()) {
    const fault = redirectFault(uri);
    if (fault !== null) throw new OAuthError("invalid_redirect_uri", `redirect_uris[${index}]: ${fault}.`);
  }
  return value as readonly string[];
}

/** Characters that steer the direction or are not seen could make one name look like another. */
function readName(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const name = typeof value === "string" ? value.trim() : "";
  if (
    name !== "" &&
    Array.from(name).length <= nameLimit &&
    name.isWellFormed() &&
    !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(name)
  ) {
    return name;
  }
  throw wrong(`client_name: expected 1 to ${nameLimit} visible characters in one line.`);
}

function readAddress(metadata: Metadata, field: string): string | null {
  const value = metadata[field];
  if (value === undefined || value === null || value === "") return null;
  const isAddress =
    typeof value === "string" && value.length <= addressLimit && /^https?:\/\/[\x21-\x7e]+$/.test(value);
  if (isAddress && URL.canParse(value)) return value;
  throw wrong(`${field}: expected an http or https URL of at most ${addressLimit} characters.`);
}

/** Metadata are written for many servers: what is unknown here is left out. */
function readScopes(value: unknown): OAuthClient["scopes"] {
  if (value === undefined || value === null) return [];
  if (typeof value !== "string") throw wrong("scope: expected names apart by spaces.");
  const names = value.split(" ");
  return scopes.filter((scope) => names.includes(scope));
}

/** A client may ask for more than we offer and is answered what it got; without this it could do nothing here. */
function requireListed(metadata: Metadata, field: string, needed: string): void {
  const value = metadata[field];
  if (value === undefined || value === null || (Array.isArray(value) && value.includes(needed))) return;
  throw wrong(`${field}: expected a list with ${needed}, which is all that is offered here.`);
}

function wrong(message: string): OAuthError {
  return new OAuthError("invalid_client_metadata", message);
}
