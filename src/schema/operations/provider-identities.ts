/** Accounts at the OpenID Connect provider that sign the signed-in person in; part of the app interface. */
import { nothing } from "../common.ts";
import { operation } from "../operation.ts";
import {
  providerIdentityLink,
  providerIdentityLinkBegun,
  providerIdentityPage,
  providerIdentityRemoved,
} from "../provider-identity.ts";

const person = { auth: "session", home: "gateway", query: nothing, tag: "Sessions" } as const;

export const providerIdentityOperations = [
  operation({
    ...person,
    id: "listProviderIdentities",
    method: "GET",
    path: "/oidc/identities",
    summary: "List one's accounts at the provider",
    description: "Those that sign the signed-in person in, oldest first.",
    body: null,
    errors: [],
    success: { status: 200, schema: providerIdentityPage },
  }),
  operation({
    ...person,
    id: "linkProviderIdentity",
    method: "POST",
    path: "/oidc/identities",
    summary: "Begin to link an account",
    description:
      "Answers where to sign in at the provider, and sets the cookie that the browser must come back with. The account that signs in there signs this person in from then on. Refused when the service has no provider.",
    body: providerIdentityLink,
    errors: ["resource_conflict"],
    success: { status: 200, schema: providerIdentityLinkBegun },
    sensitive: true,
  }),
  operation({
    ...person,
    id: "unlinkProviderIdentity",
    method: "DELETE",
    path: "/oidc/identities/{identityId}",
    summary: "Unlink an account",
    description: "It signs nobody in any more. Sessions that it began stay, and can be ended one by one.",
    body: null,
    errors: ["resource_not_found"],
    success: { status: 200, schema: providerIdentityRemoved },
    destructive: true,
    sensitive: true,
  }),
] as const;
