import type { Scope } from "./scopes.ts";

/** Who acts. Stored with every piece of work that outlives a request. */
export interface Caller {
  readonly workspaceId: string;
  readonly userId: string;
  readonly credentialType: "api_key" | "session" | "oauth_token";
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
}
