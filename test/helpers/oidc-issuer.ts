/** An OpenID Connect provider for tests: a person sent to it is signed in there already, as the account that the test says. */
import { createHash, createSign, generateKeyPairSync, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { TestContext } from "node:test";
import { serve } from "./local-server.ts";

export const clientId = "dayshift";
export const clientSecret = "a secret of the client";

/** Claims of the next ID token; `nonce` and the like are added where the test does not say otherwise. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export interface Issuer {
  readonly url: string;
  /** Who is signed in there. */
  account: Claims;
  /** What the token endpoint answers in place of tokens. */
  tokenFailure: number | null;
  /** Where it sent browsers back to, newest last. */
  readonly sentBack: readonly string[];
}

interface Grant {
  readonly challenge: string;
  readonly claims: Claims;
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

/** Starts one; it ends with the test. */
export async function startIssuer(host: TestContext): Promise<Issuer> {
  const grants = new Map<string, Grant>();
  const sentBack: string[] = [];
  const issuer: { -readonly [Key in keyof Issuer]: Issuer[Key] } = {
    url: "",
    account: { sub: "1" },
    tokenFailure: null,
    sentBack,
  };
  const routes: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => unknown>> = {
    "/.well-known/openid-configuration": (_request, response) => json(response, 200, metadataOf(issuer.url)),
    "/keys": (_request, response) => json(response, 200, { keys: [publicKey.export({ format: "jwk" })] }),
    "/authorize": (request, response) => {
      const asked = new URL(request.url ?? "", issuer.url).searchParams;
      const code = randomUUID();
      const { account } = issuer;
      grants.set(code, {
        challenge: asked.get("code_challenge") ?? "",
        claims: { nonce: asked.get("nonce"), iss: issuer.url, aud: asked.get("client_id"), ...account },
      });
      const back = new URL(asked.get("redirect_uri") ?? "");
      back.search = new URLSearchParams({ code, state: asked.get("state") ?? "", iss: issuer.url }).toString();
      sentBack.push(back.href);
      response.writeHead(303, { location: back.href }).end();
    },
    "/token": async (request, response) => {
      const form = new URLSearchParams(await text(request));
      const grant = grants.get(form.get("code") ?? "");
      grants.delete(form.get("code") ?? "");
      if (issuer.tokenFailure !== null) return json(response, issuer.tokenFailure, { error: "server_error" });
      const challenge = createHash("sha256")
        .update(form.get("code_verifier") ?? "")
        .digest("base64url");
      if (!isClient(request, form) || grant === undefined || grant.challenge !== challenge)
        return json(response, 400, { error: "invalid_grant" });
      const token = { access_token: randomUUID(), token_type: "Bearer", id_token: idToken(grant.claims) };
      return json(response, 200, token);
    },
  };
  issuer.url = await serve(host, (request, response) => {
    const route = routes[(request.url ?? "").split("?")[0] ?? ""];
    void (route === undefined ? response.writeHead(404).end() : route(request, response));
  });
  return issuer;
}

function metadataOf(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    authorization_response_iss_parameter_supported: true,
  };
}

function isClient(request: IncomingMessage, form: URLSearchParams): boolean {
  const basic = `Basic ${Buffer.from(`${clientId}:${encodeURIComponent(clientSecret)}`).toString("base64")}`;
  return request.headers.authorization === basic || form.get("client_secret") === clientSecret;
}

/** Good for a minute of this machine's time: the library that checks it has no other clock. */
function idToken(claims: Claims): string {
  const now = Math.floor(Date.now() / 1000);
  const parts = [
    { alg: "RS256", typ: "JWT" },
    { iat: now, exp: now + 60, ...claims },
  ];
  const content = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${content}.${createSign("RSA-SHA256").update(content).sign(privateKey, "base64url")}`;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
