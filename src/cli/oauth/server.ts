/**
 * The service as an OAuth server, asked by the rules: where its endpoints are, and what they hand out. Failures are those of a command.
 * Source: OAuth 2.1, RFC 7009, 7591, 8414, 8707, 9207, 9728.
 */
import * as oauth from "oauth4webapi";
import { CliFailure, exitCodes, noAnswer, usage } from "../ports/failure.ts";

export interface Server {
  /** Its origin, which is its issuer identifier too. */
  readonly url: string;
  /** What the tokens open: the public interface. */
  readonly resource: string;
  readonly metadata: oauth.AuthorizationServer;
  /** The page on which people decide. */
  readonly decisions: URL;
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Seconds that the access token has from when it was asked for. */
  readonly expiresIn: number;
}

/** One request of ours to be let in, which its answer must fit. */
export interface Attempt {
  readonly clientId: string;
  readonly state: string;
  readonly verifier: string;
  readonly challenge: string;
}

/** Milliseconds for one answer. */
const patience = 15_000;

/** Where the command line is sent back to; the port is whichever is free (RFC 8252 §7.3). */
export const callbackPath = "/callback";

/** Finds the endpoints of the service. Rejects when it goes under another address than this one. */
export async function findServer(url: string): Promise<Server> {
  const resource = new URL(`${url}/api/v1`);
  return explained(url, async () => {
    const described = await oauth.resourceDiscoveryRequest(resource, optionsFor(url));
    await oauth.processResourceDiscoveryResponse(resource, described).catch((error: unknown) => {
      throw otherName(url, error) ?? error;
    });
    const found = await oauth.discoveryRequest(new URL(url), { ...optionsFor(url), algorithm: "oauth2" });
    const metadata = await oauth.processDiscoveryResponse(new URL(url), found);
    return { url, resource: resource.href, metadata, decisions: decisionsOf(url, metadata) };
  });
}

/** A browser opens what it is given, whatever that starts: it is given pages of the service alone. */
function decisionsOf(url: string, { authorization_endpoint: address = "" }: oauth.AuthorizationServer): URL {
  const page = URL.parse(address);
  if (page !== null && page.origin === url) return page;
  throw new CliFailure(`${url} does not say where one decides there, at an address of its own.`, exitCodes.error);
}

/** Registers this command line under the name that the person will see, and prepares a request of it. */
export async function beginAttempt({ url, metadata }: Server, name: string): Promise<Attempt> {
  return explained(url, async () => {
    const wanted = {
      client_name: name,
      redirect_uris: [`http://127.0.0.1${callbackPath}`],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
    const registered = await oauth.dynamicClientRegistrationRequest(metadata, wanted, optionsFor(url));
    const { client_id } = await oauth.processDynamicClientRegistrationResponse(registered);
    const verifier = oauth.generateRandomCodeVerifier();
    const challenge = await oauth.calculatePKCECodeChallenge(verifier);
    return { clientId: client_id, state: oauth.generateRandomState(), verifier, challenge };
  });
}

/** The address at which the person decides. */
export function decisionAddress(
  { decisions, resource }: Server,
  { clientId, state, challenge }: Attempt,
  redirectUri: string,
  scopes: readonly string[],
): string {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state,
    resource,
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  return `${decisions.href}?${query.toString()}`;
}

/** What the person decided, from the address that the browser came back to. Throws for a no, and for an answer of somebody else. */
export function readDecision({ url, metadata }: Server, { clientId, state }: Attempt, address: URL): URLSearchParams {
  try {
    return oauth.validateAuthResponse(metadata, { client_id: clientId }, address, state);
  } catch (error) {
    throw explain(url, error);
  }
}

/** The tokens for a decision. */
export async function redeem(
  { url, metadata, resource }: Server,
  { clientId, verifier }: Attempt,
  decision: URLSearchParams,
  redirectUri: string,
): Promise<Tokens> {
  const client = { client_id: clientId };
  return explained(url, async () => {
    const options = { ...optionsFor(url), additionalParameters: { resource } };
    const answer = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      oauth.None(),
      decision,
      redirectUri,
      verifier,
      options,
    );
    return toTokens(await oauth.processAuthorizationCodeResponse(metadata, client, answer));
  });
}

/** New tokens for a refresh token, which is used up by that. */
export async function refresh({ url, metadata, resource }: Server, clientId: string, token: string): Promise<Tokens> {
  const client = { client_id: clientId };
  return explained(url, async () => {
    const options = { ...optionsFor(url), additionalParameters: { resource } };
    const answer = await oauth.refreshTokenGrantRequest(metadata, client, oauth.None(), token, options);
    return toTokens(await oauth.processRefreshTokenResponse(metadata, client, answer));
  });
}

/** Ends what the person allowed: this refresh token and all tokens that came of the same decision. */
export async function revoke({ url, metadata }: Server, clientId: string, token: string): Promise<void> {
  const client = { client_id: clientId };
  return explained(url, async () => {
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(metadata, client, oauth.None(), token, optionsFor(url)),
    );
  });
}

/** Plain HTTP where the person named it, as on one's own machine. */
function optionsFor(url: string) {
  return { signal: () => AbortSignal.timeout(patience), [oauth.allowInsecureRequests]: url.startsWith("http:") };
}

function toTokens({ access_token, refresh_token = "", expires_in = 0 }: oauth.TokenEndpointResponse): Tokens {
  return { accessToken: access_token, refreshToken: refresh_token, expiresIn: expires_in };
}

async function explained<T>(url: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw explain(url, error);
  }
}

/** A service that names another address as its own: tokens are for that one (RFC 9728 §3.3). */
function otherName(url: string, error: unknown): CliFailure | null {
  if (!(error instanceof oauth.OperationProcessingError) || error.code !== oauth.JSON_ATTRIBUTE_COMPARISON) return null;
  const { body } = error.cause as { readonly body: { readonly resource: string } };
  const name = new URL(body.resource).origin;
  return usage(
    `The service at ${url} goes under the address ${name}.`,
    `Sign in there: dayshift login ${name}, or here with --password`,
  );
}

function explain(url: string, error: unknown): Error {
  if (error instanceof CliFailure) return error;
  if (error instanceof oauth.AuthorizationResponseError) {
    const { error: code, error_description: words = code } = error;
    return new CliFailure(
      code === "access_denied" ? "Nothing was allowed in the browser." : `${url} refuses: ${words}`,
      exitCodes.credential,
    );
  }
  if (error instanceof oauth.ResponseBodyError) {
    const words = error.error_description ?? error.error;
    return new CliFailure(`${url} refuses: ${words}`, exitCodes.credential, "Sign in again: dayshift login");
  }
  if (error instanceof oauth.OperationProcessingError) {
    return new CliFailure(
      `${url} does not answer as an OAuth server does: ${error.message}.`,
      exitCodes.error,
      "Check the address, or sign in with --password or --key.",
    );
  }
  return noAnswer(url, error);
}
