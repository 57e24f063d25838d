/** The OpenID Connect provider that the operator chose. Its library is loaded when somebody first signs in with it. */
import type { Configuration } from "openid-client";
import type { Account } from "../directory/account.ts";

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | null;
  /** Where the provider sends people back to. */
  readonly redirectUri: string;
}

/** What must come back, and prove that it was asked for. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Provider {
  /** Its host, as people know it. */
  readonly name: string;
  /** Where to send the browser. Rejects when the provider cannot be reached. */
  begin(): Promise<Proof & { readonly url: string }>;
  /** Who signed in, by the query that the provider sent the browser back with. Rejects when anything of it is not as it must be. */
  finish(query: string, proof: Proof): Promise<Account>;
}

/** Seconds for one answer of the provider. */
const timeout = 10;

export function createProvider(settings: ProviderSettings): Provider {
  let discovered: Promise<Configuration> | undefined;
  /** What the provider says of itself, asked for once; again after a failure. */
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover(settings).catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  };
  return {
    name: new URL(settings.issuer).host,
    begin: async () => begin(settings, await configuration()),
    finish: async (query, proof) => finish(settings, await configuration(), { query, proof }),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery, None } = await import("openid-client");
  const [url, secret] = [new URL(issuer), clientSecret ?? undefined];
  const execute = url.protocol === "http:" ? [allowInsecureRequests] : [];
  return discovery(url, clientId, secret, secret === undefined ? None() : undefined, { execute, timeout });
}

async function begin({ redirectUri }: ProviderSettings, configuration: Configuration) {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } =
    await import("openid-client");
  const proof: Proof = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  const url = buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await calculatePKCECodeChallenge(proof.verifier),
    code_challenge_method: "S256",
  });
  return { ...proof, url: url.href };
}

async function finish(
  { redirectUri }: ProviderSettings,
  configuration: Configuration,
  { query, proof }: { readonly query: string; readonly proof: Proof },
): Promise<Account> {
  const { authorizationCodeGrant, fetchUserInfo } = await import("openid-client");
  const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
    expectedState: proof.state,
    expectedNonce: proof.nonce,
    pkceCodeVerifier: proof.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error("The provider sent no ID token.");
  const asks = claims["email"] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const source = asks ? await fetchUserInfo(configuration, tokens.access_token, claims.sub) : claims;
  const isVerified = source["email_verified"] === true;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: isVerified ? textOf(source["email"]) : null,
    name: textOf(source["name"]),
  };
}

/** A text that can be a name or an address here; null for anything else. */
function textOf(claim: unknown): string | null {
  const isText = typeof claim === "string" && claim.isWellFormed() && !/\p{Cc}/u.test(claim) && claim.trim() !== "";
  return isText ? Array.from(claim.trim()).slice(0, 200).join("") : null;
}
