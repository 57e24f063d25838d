/** What a request needs to know about the credential it came with. */
import { limits } from "../../../schema/limits.ts";
import { type Scope, scopes } from "../../../schema/scopes.ts";

export interface PrincipalUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface PrincipalWorkspace {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

interface Credential {
  readonly credentialId: string;
  readonly user: PrincipalUser;
  readonly organizationId: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
}

/** What opens one workspace, for as long as a person is a member of it. */
interface OfOneWorkspace extends Credential {
  /** Of the key, or of the client. */
  readonly name: string;
  readonly workspace: PrincipalWorkspace;
  /** Milliseconds since 1970, as all times here. */
  readonly revokedAt: number | null;
  /** Whether the owner of the key, or the person who let the client in, is still a member of the workspace. */
  readonly isMember: boolean;
}

export interface ApiKeyPrincipal extends OfOneWorkspace {
  readonly type: "api_key";
  readonly expiresAt: number | null;
}

/** Its `credentialId` is that of the grant, which outlives each of its tokens. */
export interface TokenPrincipal extends OfOneWorkspace {
  readonly type: "oauth_token";
  readonly expiresAt: number;
  /** The one resource it opens (RFC 8707). */
  readonly resource: string;
}

export interface SessionPrincipal extends Credential {
  readonly type: "session";
  readonly name: null;
  /** The workspaces of the user: the default one leads, then those joined first. */
  readonly workspaces: readonly PrincipalWorkspace[];
  readonly createdAt: number;
  readonly expiresAt: number;
}

export type Principal = ApiKeyPrincipal | SessionPrincipal | TokenPrincipal;

/** What a session opens, and how many requests a minute sessions and apps have; a key says both itself. */
export const sessionScopes: readonly Scope[] = scopes;
export const sessionRateLimitPerMinute = limits.sessionRequests.credential.max;
export const grantRateLimitPerMinute = limits.grantRequests.credential.max;

/**
 * How a credential stands at a moment. `revoked` also when its user left the workspace; revoked outweighs expired. The
 * moment of expiry itself is past expiry.
 */
export function standing(principal: Principal, now: number): "valid" | "expired" | "revoked" {
  if (principal.type !== "session" && (principal.revokedAt !== null || !principal.isMember)) return "revoked";
  return principal.expiresAt !== null && now >= principal.expiresAt ? "expired" : "valid";
}

/** Whether the credential opens the workspace. */
export function opens(principal: Principal, workspaceId: string): boolean {
  if (principal.type === "session") return principal.workspaces.some(({ id }) => id === workspaceId);
  return principal.isMember && principal.workspace.id === workspaceId;
}
