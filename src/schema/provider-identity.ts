/** Shapes of accounts at an OpenID Connect provider; part of the app interface. */
import * as v from "valibot";
import { id, instant, list } from "./common.ts";

export const providerIdentity = v.object({
  object: v.literal("provider_identity"),
  id,
  issuer: v.pipe(v.string(), v.description("Address of the provider.")),
  email: v.pipe(v.nullable(v.string()), v.description("What the provider had verified when the account was linked.")),
  createdAt: instant,
});
export const providerIdentityPage = list(providerIdentity);
export const providerIdentityLink = v.pipe(
  v.strictObject({
    to: v.optional(
      v.pipe(v.string(), v.maxLength(2000), v.description("Path of the app to come back to; today's when left out.")),
    ),
  }),
  v.examples([{ to: "/settings/me" }]),
);
export const providerIdentityLinkBegun = v.object({
  object: v.literal("provider_identity_link"),
  url: v.pipe(v.string(), v.description("Where the same browser goes to sign in at the provider; for ten minutes.")),
});
export const providerIdentityRemoved = v.object({
  object: v.literal("provider_identity_removed"),
  id,
  removedAt: instant,
});
