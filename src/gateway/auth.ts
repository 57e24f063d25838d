/**
 * Who asks. The form of a credential decides its kind, so that a typo costs no look-up; what was found decides the rest. Every
 * doubt is a refusal. Source: interface specification "Authentication", decisions §2, §3 and §8.
 */
import type { Caller } from "../schema/caller.ts";
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import type { Directory } from "./directory/directory.ts";
import { type Found, type FoundWorkspace, standing } from "./directory/found.ts";
import { hashSecret, looksLikeApiKey, looksLikeSessionToken } from "./directory/secrets.ts";
import type { HttpRequest } from "./http/message.ts";
import { clientOf, type Throttle } from "./throttle.ts";

export interface AuthPorts {
  readonly directory: Directory;
  readonly now: () => number;
  readonly publicOrigin: string;
  /** Unknown credentials by client address. */
  readonly unknownCredentials: Throttle;
}

/** The name of the session cookie (decisions §8). */
export const sessionCookie = "dayshift_session";

/** The credential of a request, found and valid now. Throws 401, or 429 for an address that keeps guessing. */
export function authenticate(ports: AuthPorts, request: HttpRequest): Found | Promise<Found> {
  const secret = readSecret(ports, request);
  const refuse = refusalOf(secret);
  if (!looksLikeApiKey(secret) && !looksLikeSessionToken(secret)) throw unknown(ports, request, refuse());
  const found = ports.directory.lookup(hashSecret(secret));
  if (found instanceof Promise) return found.then((late) => judge(ports, request, late, refuse));
  return judge(ports, request, found, refuse);
}

function judge(ports: AuthPorts, request: HttpRequest, found: Found | undefined, refuse: () => ApiError): Found {
  if (found === undefined) throw unknown(ports, request, refuse());
  const state = standing(found, ports.now());
  if (state === "valid") return found;
  if (state === "revoked" || found.type === "session") throw refuse();
  throw new ApiError("expired_api_key", "The API key has expired. Make a new one.");
}

/** The secret from the `Authorization` header, or from the session cookie of the web app. */
function readSecret(ports: AuthPorts, request: HttpRequest): string {
  const header = request.header("authorization");
  if (header !== undefined) {
    const match = /^Bearer +([^\s,]+)$/i.exec(header);
    if (match !== null) return match[1] as string;
    throw unknown(
      ports,
      request,
      new ApiError("invalid_api_key", "The Authorization header is malformed: send `Authorization: Bearer <API_KEY>`."),
    );
  }
  const cookie = readCookie(request.header("cookie"));
  if (cookie === null) {
    throw new ApiError("missing_credentials", "Send `Authorization: Bearer <API_KEY>`.");
  }
  requireSameOrigin(ports, request);
  return cookie;
}

/** A cookie comes along unasked, so a change by cookie must come from our own pages (CSRF). */
function requireSameOrigin(ports: AuthPorts, request: HttpRequest): void {
  if (request.method === "GET" || request.method === "HEAD") return;
  if (request.header("origin") === ports.publicOrigin) return;
  throw new ApiError(
    "invalid_session_token",
    `A change with the session cookie needs an Origin header equal to ${ports.publicOrigin}.`,
  );
}

function readCookie(header: string | undefined): string | null {
  for (const part of header?.split(";") ?? []) {
    const [name, value] = part.trim().split("=", 2);
    if (name === sessionCookie && value) return value;
  }
  return null;
}

/** Malformed, unknown and revoked read the same on purpose. */
function refusalOf(secret: string): () => ApiError {
  if (secret.startsWith("dss_")) {
    return () => new ApiError("invalid_session_token", "The session token is invalid or expired. Sign in again.");
  }
  if (secret.startsWith("dso_")) {
    return () =>
      new ApiError("invalid_token", "The access token is malformed, unknown or revoked.", {
        headers: { "www-authenticate": 'Bearer error="invalid_token"' },
      });
  }
  return () => new ApiError("invalid_api_key", "The API key is malformed, unknown or revoked.");
}

function unknown(ports: AuthPorts, request: HttpRequest, refusal: ApiError): ApiError {
  const client = clientOf(request.remoteAddress);
  ports.unknownCredentials.check(client);
  ports.unknownCredentials.fail(client);
  return refusal;
}

/** Throws 403 when the credential may not call the operation: `missing_scope` names the scope. */
export function authorize(record: Operation, found: Found): void {
  if (record.auth === "none" || record.auth === "any") return;
  if (record.auth === "session") {
    if (found.type === "session") return;
    throw new ApiError("api_key_auth_required", "This operation needs a signed-in user: send a session token.");
  }
  if (found.scopes.includes(record.auth)) return;
  throw new ApiError("missing_scope", `The credential lacks the scope ${record.auth}, which ${record.id} needs.`);
}

const workspaceHeader = "Dayshift-Workspace";

/** The one workspace a request lands in. A key has its own; a session of several names one in `Dayshift-Workspace`. */
export function workspaceOf(found: Found, request: HttpRequest): FoundWorkspace {
  if (found.type === "api_key") return found.workspace;
  const named = request.header("dayshift-workspace")?.toLowerCase();
  if (named === undefined && found.workspaces.length > 1) {
    throw new ApiError(
      "validation_failed",
      `You belong to several workspaces: name one in the header ${workspaceHeader}. Yours: ${found.workspaces
        .map((workspace) => `${workspace.id} (${workspace.name})`)
        .join(", ")}.`,
      { param: workspaceHeader },
    );
  }
  const workspace = found.workspaces.find((one) => named === undefined || one.id === named);
  if (workspace !== undefined) return workspace;
  throw new ApiError("workspace_access_denied", "You are not a member of this workspace.", {
    param: named === undefined ? null : workspaceHeader,
  });
}

/** The caller as the workspace knows it. */
export function callerOf(found: Found, workspaceId: string): Caller {
  return {
    workspaceId,
    userId: found.user.id,
    credentialType: found.type,
    credentialId: found.credentialId,
    scopes: found.scopes,
  };
}
