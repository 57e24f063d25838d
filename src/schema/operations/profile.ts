/** What a person sets for themselves, and a forgotten password; part of the app interface. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import {
  passwordReset,
  passwordResetConfirm,
  passwordResetCreate,
  passwordResetRequested,
  profile,
  profileUpdate,
} from "../profile.ts";
import { providerIdentityOperations } from "./provider-identities.ts";
import { secondFactorOperations } from "./second-factor.ts";

const anybody = { auth: "none", home: "gateway", query: nothing, tag: "Sessions" } as const;

/** Of the person who signs in: profile, forgotten password, second factor. */
export const personOperations = [
  ...secondFactorOperations,
  ...providerIdentityOperations,
  operation({
    id: "updateProfile",
    method: "PATCH",
    path: "/profile",
    tag: "Sessions",
    auth: "session",
    home: "gateway",
    summary: "Change one's name, default workspace or settings",
    description:
      "Of the signed-in person. Requests of a session that name no workspace land in the default one. Language, time zone, theme and keys are the same in every browser of the person.",
    query: nothing,
    body: profileUpdate,
    errors: ["resource_not_found"],
    success: { status: 200, schema: profile },
  }),
  operation({
    ...anybody,
    id: "createPasswordReset",
    method: "POST",
    path: "/password-resets",
    summary: "Ask for a link that sets a new password",
    description:
      "The link goes to the address by e-mail, works once and for an hour. The answer is the same whether somebody has that address or not. Where the service sends no e-mails, the operator sets a password: `dayshift password <email>`.",
    body: passwordResetCreate,
    errors: ["rate_limit_exceeded"],
    success: { status: 200, schema: passwordResetRequested },
    sensitive: true,
  }),
  operation({
    ...anybody,
    id: "confirmPasswordReset",
    method: "POST",
    path: "/password-resets/confirm",
    summary: "Set a new password by the link",
    description:
      "Ends every session, connected app and API key of the person, who signs in with the new password afterwards; a second factor is still asked for.",
    body: passwordResetConfirm,
    errors: ["resource_not_found", "rate_limit_exceeded"],
    success: { status: 200, schema: passwordReset },
    sensitive: true,
  }),
] as const;
