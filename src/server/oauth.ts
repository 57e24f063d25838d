/** Routes of signing in that are no operations: OAuth, for programs, and an OpenID Connect provider, for people. */
import { createClientDocuments, type FetchDocument } from "../gateway/oauth/clients/documents.ts";
import { createFetchDocument } from "../gateway/oauth/clients/fetch-document.ts";
import type { OAuth } from "../gateway/oauth/protocol/parts.ts";
import { oauthRoutes } from "../gateway/oauth/routes.ts";
import { oidcRoutes } from "../gateway/oidc/visits.ts";
import type { Pipeline } from "../gateway/pipeline.ts";
import type { Route } from "../gateway/router.ts";
import { createThrottle } from "../gateway/auth/throttle.ts";
import { limits } from "../schema/limits.ts";

const hour = 3_600_000;

export function signInRoutes(pipeline: Pipeline, secret: Uint8Array, fetchDocument?: FetchDocument): Route[] {
  return [...oauthRoutes(createOAuth(pipeline, secret, fetchDocument)), ...oidcRoutes(pipeline.services)];
}

function createOAuth({ services }: Pipeline, secret: Uint8Array, fetchDocument?: FetchDocument): OAuth {
  const { clock } = services;
  return {
    services,
    secret,
    newClients: createThrottle(limits.newClients.address.max, { clock, window: hour }),
    newDocuments: createThrottle(limits.newDocuments.address.max, { clock }),
    clientDocuments: createClientDocuments({ fetchDocument: fetchDocument ?? createFetchDocument(), clock }),
  };
}
