/** What a request needs to know about the credential it came with. */
import { type Scope, scopes } from "../../schema/scopes.ts";

export interface FoundUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

export interface FoundWorkspace {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

export interface FoundApiKey {
  readonly type: "api_key";
  readonly credentialId: string;
  readonly name: string;
  readonly user: FoundUser;
  readonly organizationId: string;
  readonly workspace: FoundWorkspace;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  /** Milliseconds since 1970, as all times here. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  /** Whether the owner of the key is still a member of its workspace. */
  readonly isMember: boolean;
}

export interface FoundSession {
  readonly type: "session";
  readonly credentialId: string;
  readonly name: null;
  readonly user: FoundUser;
  readonly organizationId: string;
  /** The workspaces of the user, the one joined first leading. */
  readonly workspaces: readonly FoundWorkspace[];
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface FoundToken {
  readonly type: "oauth_token";
  /** Of the grant: it outlives each of its tokens. */
  readonly credentialId: string;
  /** The name of the client. */
  readonly name: string;
  readonly user: FoundUser;
  readonly organizationId: string;
  readonly workspace: FoundWorkspace;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  readonly expiresAt: number;
  readonly revokedAt: number | null;
  /** Whether the person who let the client in is still a member of the workspace. */
  readonly isMember: boolean;
  /** The one resource it opens (RFC 8707). */
  readonly resource: string;
}

export type Found = FoundApiKey | FoundSession | FoundToken;

/** What a session opens, and how many requests a minute sessions and apps have; a key says both itself. */
export const sessionScopes: readonly Scope[] = scopes;
export const sessionRateLimitPerMinute = 600;
export const grantRateLimitPerMinute = 300;

/**
 * How a credential stands at a moment. `revoked` also when its user left the workspace; revoked outweighs expired. The
 * moment of expiry itself is past expiry.
 */
export function standing(found: Found, now: number): "valid" | "expired" | "revoked" {
  if (found.type !== "session" && (found.revokedAt !== null || !found.isMember)) return "revoked";
  return found.expiresAt !== null && now >= found.expiresAt ? "expired" : "valid";
}

/** Whether the credential opens the workspace. */
export function opens(found: Found, workspaceId: string): boolean {
  if (found.type === "session") return found.workspaces.some(({ id }) => id === workspaceId);
  return found.isMember && found.workspace.id === workspaceId;
}
