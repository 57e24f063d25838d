/**
 * Who asks. A credential is known by its hash; the form of one that is not in memory tells a typo, which costs no look-up. The
 * principal decides the rest. Every doubt is a refusal.
 */
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Caller } from "../../schema/caller.ts";
import { ApiError, type ErrorCode } from "../../schema/errors.ts";
import type { Operation } from "../../schema/operation.ts";
import type { Directory } from "../directory/directory.ts";
import {
  type Principal,
  type SessionPrincipal,
  type TokenPrincipal,
  type PrincipalWorkspace,
  standing,
} from "../directory/context/principal.ts";
import {
  hashSecret,
  looksLikeAccessToken,
  looksLikeApiKey,
  looksLikeSessionToken,
} from "../directory/secrets/secrets.ts";
import type { HttpRequest } from "../http/message.ts";
import type { Origins } from "./origins.ts";
import { type Challenge, challenge } from "./resources.ts";
import type { Throttle } from "./throttle.ts";
import { clientOf } from "../http/client-address.ts";

export interface AuthPorts {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly origins: Origins;
  /** What an OAuth token must have been issued for; null where none opens anything. */
  readonly resource: string | null;
  /** Unknown credentials by client address. */
  readonly unknownCredentials: Throttle;
}

/** What is looked at of a request. */
type CredentialRequest = Pick<HttpRequest, "method" | "remoteAddress" | "header" | "vouch">;

/** The name of the session cookie. Behind https the prefix binds it to this host: no neighbour can set it (RFC 6265bis §4.1.3.2). */
export function sessionCookie(publicUrl: string): string {
  return publicUrl.startsWith("https:") ? "__Host-dayshift_session" : "dayshift_session";
}

/** Whom the credential of a request stands for, valid now. Rejects with 401, or with 429 for an address that keeps guessing. */
export async function authenticate(ports: AuthPorts, request: CredentialRequest): Promise<Principal> {
  const { directory } = ports;
  const secret = readSecret(ports, request);
  const hash = hashSecret(secret);
  const found = directory.known(hash) ?? (hasKnownForm(secret) ? await directory.lookup(hash) : undefined);
  if (found === undefined) throw unknown(ports, request, refusal(ports, secret));
  const principal = judge(ports, found, secret);
  request.vouch();
  return principal;
}

/** The session that a request comes with; null when it has none that is valid. Rejects with 429 for an address that keeps guessing. */
export async function sessionOf(ports: AuthPorts, request: HttpRequest): Promise<SessionPrincipal | null> {
  try {
    const principal = await authenticate(ports, request);
    return principal.type === "session" ? principal : null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

function hasKnownForm(secret: string): boolean {
  return looksLikeApiKey(secret) || looksLikeSessionToken(secret) || looksLikeAccessToken(secret);
}

function judge(ports: AuthPorts, principal: Principal, secret: string): Principal {
  const state = standing(principal, ports.clock.now());
  if (principal.type === "oauth_token" && state !== "revoked") return judgeToken(ports, principal, state);
  if (state === "valid") return principal;
  if (state === "revoked" || principal.type === "session") throw refusal(ports, secret);
  throw unauthorized(ports, "expired_api_key", "The API key has expired. Make a new one.");
}

/** A token of another resource is refused for that before its age: refreshing it would not help. */
function judgeToken(ports: AuthPorts, principal: TokenPrincipal, state: "valid" | "expired"): Principal {
  if (principal.resource !== ports.resource) {
    const wanted = ports.resource === null ? "this interface takes none" : `ask for one for ${ports.resource}`;
    const message = `The access token was issued for ${principal.resource}: ${wanted}.`;
    throw unauthorized(ports, "invalid_token", message, { error: "invalid_token" });
  }
  if (state === "valid") return principal;
  const description = "The access token has expired";
  throw unauthorized(ports, "expired_token", `${description}. Refresh it.`, { error: "invalid_token", description });
}

/** A 401 that says how to authenticate here (RFC 9110 §11.6.1), and where a token comes from (RFC 9728 §5.1). */
function unauthorized(ports: AuthPorts, code: ErrorCode, message: string, details: Challenge = {}): ApiError {
  return new ApiError(code, message, { headers: { "www-authenticate": challenge(ports.resource, details) } });
}

/** The secret from the `Authorization` header, or from the session cookie of the web app. */
function readSecret(ports: AuthPorts, request: CredentialRequest): string {
  const header = request.header("authorization");
  if (header !== undefined) {
    const match = /^Bearer +([^\s,]+)$/i.exec(header);
    if (match !== null) return match[1] as string;
    throw unknown(
      ports,
      request,
      unauthorized(
        ports,
        "invalid_api_key",
        "The Authorization header is malformed: send `Authorization: Bearer <API_KEY>`.",
      ),
    );
  }
  const cookie = readSessionCookie(ports.origins.publicUrl, request);
  if (cookie === null) {
    throw unauthorized(ports, "missing_credentials", "Send `Authorization: Bearer <API_KEY>`.");
  }
  requireSameOrigin(ports, request);
  return cookie;
}

/** A cookie comes along unasked, so a change by cookie must come from our own pages (CSRF). */
function requireSameOrigin(ports: AuthPorts, request: CredentialRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (ports.origins.isOwnPage(request)) return;
  throw new ApiError(
    "invalid_session_token",
    `A change with the session cookie needs an Origin header equal to ${ports.origins.publicUrl}.`,
  );
}

/** The session token in the cookie of the web app, or null. */
export function readSessionCookie(publicUrl: string, request: Pick<CredentialRequest, "header">): string | null {
  const wanted = sessionCookie(publicUrl);
  for (const part of request.header("cookie")?.split(";") ?? []) {
    const [name, value] = part.trim().split("=", 2);
    if (name === wanted && value) return value;
  }
  return null;
}

/** Malformed, unknown and revoked read the same on purpose. */
function refusal(ports: AuthPorts, secret: string): ApiError {
  if (secret.startsWith("dss_")) {
    return unauthorized(ports, "invalid_session_token", "The session token is invalid or expired. Sign in again.");
  }
  if (secret.startsWith("dso_")) {
    const message = "The access token is malformed, unknown or revoked.";
    return unauthorized(ports, "invalid_token", message, { error: "invalid_token" });
  }
  return unauthorized(ports, "invalid_api_key", "The API key is malformed, unknown or revoked.");
}

function unknown(ports: AuthPorts, request: CredentialRequest, refused: ApiError): ApiError {
  const client = clientOf(request.remoteAddress);
  ports.unknownCredentials.check(client);
  ports.unknownCredentials.fail(client);
  return refused;
}

/** Throws 403 when the credential may not call the operation: `missing_scope` names the scope. */
export function authorize(record: Operation, principal: Principal): void {
  if (record.auth === "none" || record.auth === "any") return;
  if (record.auth === "session") {
    if (principal.type === "session") return;
    throw new ApiError("api_key_auth_required", "This operation needs a signed-in user: send a session token.");
  }
  if (principal.scopes.includes(record.auth)) return;
  throw new ApiError("missing_scope", `The credential lacks the scope ${record.auth}, which ${record.id} needs.`);
}

const workspaceHeader = "Dayshift-Workspace";

/**
 * The one workspace a request lands in. A key or token has its own; a session of several may name one in `Dayshift-Workspace`, and
 * lands in the person's default one without it: nobody's invitation makes a request fail that worked before.
 */
export function workspaceOf(principal: Principal, request: HttpRequest): PrincipalWorkspace {
  if (principal.type !== "session") return principal.workspace;
  const named = request.header("dayshift-workspace")?.toLowerCase();
  const workspace = principal.workspaces.find(({ id }) => named === undefined || id === named);
  if (workspace !== undefined) return workspace;
  throw new ApiError("workspace_access_denied", "You are not a member of this workspace.", {
    param: named === undefined ? null : workspaceHeader,
  });
}

/** The caller as the workspace knows it. */
export function callerOf(principal: Principal, workspaceId: string): Caller {
  return {
    workspaceId,
    userId: principal.user.id,
    credentialType: principal.type,
    credentialId: principal.credentialId,
    scopes: principal.scopes,
  };
}
