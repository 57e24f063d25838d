/** Who acts, as it is handed from floor to floor. */
import type { Scope } from "./scopes.ts";

/** Who acts. Stored with every piece of work that outlives a request. */
export interface Caller {
  readonly workspaceId: string;
  readonly userId: string;
  /** `membership`: no credential, but a person who is a member; `credentialId` is then the person. */
  readonly credentialType: "api_key" | "session" | "oauth_token" | "membership";
  readonly credentialId: string;
  readonly scopes: readonly Scope[];
}
