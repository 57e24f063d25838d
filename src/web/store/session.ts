/** Who is signed in, and how far what is theirs was read. */
import type { PersonalSettings } from "../../schema/personal-settings.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** The one who is signed in. */
export type Self = Person & PersonalSettings;

export interface WorkspaceName {
  readonly id: string;
  readonly name: string;
}

export type Session =
  | { readonly kind: "unknown" }
  /** `reason`: why, where it is not the person who wanted it. */
  | { readonly kind: "out"; readonly reason?: string }
  /** `isExpired`: what is shown stays, and the person signs in over it. */
  | {
      readonly kind: "in";
      readonly user: Self;
      readonly workspaces: readonly WorkspaceName[];
      readonly workspaceId: string;
      readonly isExpired: boolean;
    };

export type Loading = { readonly kind: "loading" | "ready" } | { readonly kind: "failed"; readonly reason: string };

/** Whether a forgotten password can be set by e-mail, and where the person begins. */
export interface WaysIn {
  readonly passwordResetByEmail: boolean;
  readonly defaultWorkspaceId: string | null;
}
