/** The token endpoint: a code or a refresh token becomes a fresh pair. Source: OAuth 2.1 §4, RFC 8707, RFC 9700 §4.14. */
import type { Scope } from "../../schema/scopes.ts";
import { codeChallenge, same, signInFull } from "../crypto.ts";
import type { Code } from "../directory/oauth/codes.ts";
import { accessLifetime, type IssuedTokens, type RefreshToken } from "../directory/oauth/tokens.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { jsonResponse } from "../respond.ts";
import { readClientId } from "./clients/id.ts";
import { OAuthError, openHeaders } from "./protocol/errors.ts";
import { type Parameters, readForm } from "./protocol/form.ts";
import type { OAuth } from "./protocol/parts.ts";
import { findResource } from "../auth/resources.ts";
import { readScopeText } from "./protocol/scopes.ts";

/** The pair that follows a refresh token: the very same each time, so that a repetition opens no second line of tokens. */
function successor(key: Uint8Array, secret: string, scopes: readonly Scope[]): IssuedTokens {
  const follow = (kind: string): string => signInFull(key, `${kind} after\n${secret}`);
  return { accessToken: `dso_${follow("access")}`, refreshToken: `dsr_${follow("refresh")}`, scopes };
}

/** Milliseconds after its first use for which a refresh token is answered again: the first answer may have been lost. */
const grace = 60_000;

/** `POST /oauth/token`: a code or a refresh token for tokens. Source: OAuth 2.1 §3.2. */
export async function token(oauth: OAuth, request: HttpRequest): Promise<HttpResponse> {
  const form = await readForm(request);
  const clientId = await readClientId(oauth, request, form);
  return toResponse(await issue(oauth, form, clientId));
}

function issue(oauth: OAuth, form: Parameters, clientId: string): Promise<IssuedTokens> {
  switch (form.require("grant_type")) {
    case "authorization_code":
      return redeem(oauth, form, clientId);
    case "refresh_token":
      return refresh(oauth, form, clientId);
    default:
      throw new OAuthError("unsupported_grant_type", "grant_type: expected authorization_code or refresh_token.");
  }
}

async function redeem(oauth: OAuth, form: Parameters, clientId: string): Promise<IssuedTokens> {
  const [secret, verifier] = [form.require("code"), form.require("code_verifier")];
  const { directory, clock } = oauth.services;
  const code = await directory.findCode(secret);
  if (code === undefined || code.clientId !== clientId) throw unknownCode();
  if (code.isRedeemed) return refuseReused(oauth, code);
  if (clock.now() >= code.expiresAt) throw unknownCode();
  requireProof(code, form.get("redirect_uri"), verifier);
  requireResource(oauth, form.get("resource"), code.resource);
  const tokens = await directory.redeemCode(code);
  return tokens ?? refuseReused(oauth, await directory.findCode(secret));
}

/** Who began the request must be who ends it: the same redirect URI, where it is named, and the secret behind the challenge. */
function requireProof(code: Code, redirectUri: string | null, verifier: string): void {
  if (redirectUri !== null && redirectUri !== code.redirectUri) {
    throw new OAuthError("invalid_grant", "redirect_uri is not the one that the code was sent to.");
  }
  const isVerifier = /^[A-Za-z0-9._~-]{43,128}$/.test(verifier);
  if (isVerifier && same(codeChallenge(verifier), code.challenge)) return;
  throw new OAuthError("invalid_grant", "code_verifier does not belong to the code_challenge.");
}

/** A code that comes twice was stolen, from us or from the client: whatever came of it ends (OAuth 2.1 §4.1.3). */
async function refuseReused({ services }: OAuth, code: Code | undefined): Promise<never> {
  if (code?.grantId) await services.directory.revokeConnectedApp(code.grantId);
  throw unknownCode();
}

async function refresh(oauth: OAuth, form: Parameters, clientId: string): Promise<IssuedTokens> {
  const { directory } = oauth.services;
  const secret = form.require("refresh_token");
  const found = await directory.findRefreshToken(secret);
  if (found === undefined || found.clientId !== clientId || !found.isLive) throw unknownRefreshToken();
  await requireUnused(oauth, found);
  requireResource(oauth, form.get("resource"), found.resource);
  const scopes = narrowed(found.scopes, form.get("scope"));
  const issued = await directory.rotateRefreshToken(found, successor(oauth.secret, secret, scopes));
  if (issued === undefined) throw unknownRefreshToken();
  return issued;
}

/** A refresh token that comes back after its answer has arrived is in two hands: the whole grant ends. */
async function requireUnused({ services }: OAuth, found: RefreshToken): Promise<void> {
  const now = services.clock.now();
  if (now >= found.expiresAt) throw unknownRefreshToken();
  const { rotatedAt } = found;
  if (rotatedAt === null || (now - rotatedAt <= grace && !found.isSuperseded)) return;
  await services.directory.revokeConnectedApp(found.grantId);
  throw unknownRefreshToken();
}

function requireResource({ services }: OAuth, asked: string | null, granted: string): void {
  if (asked === null || findResource(services.publicUrl, asked) === granted) return;
  throw new OAuthError("invalid_target", "resource is not the one that was allowed.");
}

function narrowed(granted: readonly Scope[], asked: string | null): readonly Scope[] {
  if (granted.length === 0) throw unknownRefreshToken();
  if (asked === null) return granted;
  const scopes = readScopeText(asked);
  if (scopes.every((scope) => granted.includes(scope))) return scopes;
  throw new OAuthError("invalid_scope", "scope is more than was allowed: ask the person again.");
}

function unknownCode(): OAuthError {
  return new OAuthError("invalid_grant", "The code is unknown, expired or used, or another client's.");
}

function unknownRefreshToken(): OAuthError {
  return new OAuthError(
    "invalid_grant",
    "The refresh token is unknown, expired, revoked or used, or another client's.",
  );
}

function toResponse({ accessToken, refreshToken, scopes }: IssuedTokens): HttpResponse {
  const body = {
    access_token: accessToken,
    token_type: "Bearer",
    expires_in: accessLifetime / 1000,
    refresh_token: refreshToken,
    scope: scopes.join(" "),
  };
  return jsonResponse(200, body, openHeaders);
}
