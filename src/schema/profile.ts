/** Shapes of what a person sets for themselves, and of a forgotten password; part of the app interface. */
import * as v from "valibot";
import { email, newPassword } from "./app.ts";
import { id, line, uuid } from "./common.ts";
import { personalSettings, personalSettingsUpdate } from "./personal-settings.ts";

export const profile = v.object({
  object: v.literal("profile"),
  id,
  email: v.string(),
  name: v.string(),
  isOperator: v.pipe(v.boolean(), v.description("Operators change the settings of the service.")),
  defaultWorkspaceId: v.pipe(
    v.nullable(id),
    v.description("Where requests of a session land that name no workspace; null for somebody who belongs to none."),
  ),
  ...personalSettings,
});
export const profileUpdate = v.pipe(
  v.strictObject({
    name: v.optional(line(200)),
    defaultWorkspaceId: v.optional(
      v.pipe(v.nullable(uuid), v.description("One that the person belongs to; null for the one joined first.")),
    ),
    ...personalSettingsUpdate,
  }),
  v.examples([{ name: "Ada", locale: "de", timezone: "Europe/Berlin" }]),
);

export const passwordResetCreate = v.pipe(v.strictObject({ email }), v.examples([{ email: "ada@example.com" }]));
export const passwordResetRequested = v.object({
  object: v.literal("password_reset_requested"),
  sentByEmail: v.pipe(
    v.boolean(),
    v.description("Whether the service sends e-mails at all; the same for every address, known here or not."),
  ),
});
export const passwordResetConfirm = v.pipe(
  v.strictObject({
    token: v.pipe(v.string(), v.maxLength(200), v.description("What follows `#` in the link.")),
    newPassword,
  }),
  v.examples([{ token: "dsp_…", newPassword: "staple battery horse" }]),
);
export const passwordReset = v.object({
  object: v.literal("password_reset"),
  ended: v.pipe(
    v.object({ sessions: v.number(), connectedApps: v.number(), apiKeys: v.number() }),
    v.description("How many credentials of the person came to their end."),
  ),
});

export * from "./provider-identity.ts";
export * from "./second-factor.ts";
