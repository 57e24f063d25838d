/** Sign-in at an OpenID Connect provider, put together. */
import type { Clock } from "../actors/runtime/ports.ts";
import { createThrottle } from "../gateway/auth/throttle.ts";
import type { Oidc } from "../gateway/auth/oidc.ts";
import { createProvider } from "../gateway/auth/provider.ts";
import { limits } from "../schema/limits.ts";
import type { Configuration } from "./base/configuration.ts";

export interface OidcParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly secret: Uint8Array;
  readonly onFailure: (error: unknown) => void;
}

/** Null where no provider is configured. */
export function createOidc({ configuration, clock, publicUrl, secret, onFailure }: OidcParts): Oidc | null {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcClientSecret: clientSecret } = configuration;
  if (issuer === null || clientId === null) return null;
  const redirectUri = `${publicUrl}/app/v1/oidc/callback`;
  return {
    provider: createProvider({ issuer, clientId, clientSecret, redirectUri }),
    secret,
    visits: createThrottle(limits.providerVisits.address.max, { clock }),
    onFailure,
  };
}
