/** Both generations of MCP clients connect with nothing but the address of the server: they find, register, and are let in. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createBrowser } from "../../helpers/browser.ts";
import { startTestService } from "../../helpers/service.ts";

const documentAddress = "https://assistant.example/client.json";
const redirectUri = "http://localhost:3334/callback";
const service = await startTestService(
  { after },
  {
    fetchDocument: async (url) => ({
      text: JSON.stringify({
        client_id: url.href,
        client_name: "Assistant",
        redirect_uris: ["http://localhost/callback"],
      }),
      maxAge: null,
    }),
  },
);
const server = new URL(`${service.publicUrl}/mcp`);

interface Wallet {
  readonly provider: OAuthClientProvider;
  /** Where the person was sent last. */
  visit: URL | null;
  scope: string;
}

function createWallet(scope: string, clientMetadataUrl?: string): Wallet {
  const kept: { client?: object; tokens?: object; discovery?: object; verifier: string } = { verifier: "" };
  const wallet: Wallet = {
    visit: null,
    scope,
    provider: {
      redirectUrl: redirectUri,
      get clientMetadata() {
        return { client_name: "Assistant", redirect_uris: [redirectUri], scope: wallet.scope };
      },
      ...(clientMetadataUrl === undefined ? {} : { clientMetadataUrl }),
      clientInformation: () => kept.client as never,
      saveClientInformation: (client) => void (kept.client = client),
      tokens: () => kept.tokens as never,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void (wallet.visit = url),
      saveDiscoveryState: (state) => void (kept.discovery = state),
      discoveryState: () => kept.discovery as never,
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier,
    },
  };
  return wallet;
}

async function consent(wallet: Wallet): Promise<URL> {
  const { visit } = wallet;
  assert.ok(visit !== null, "Nobody was sent to the authorization page.");
  assert.equal(visit.searchParams.get("resource"), server.href);
  return createBrowser(service).decide(visit.pathname + visit.search);
}

const ways = [
  ["registers itself", undefined],
  ["brings its own document", documentAddress],
] as const;

for (const [how, document] of ways) {
  test(`a client of today ${how}, and works`, { rules: ["oauth.mcp-clients", "oauth.documents"] }, async () => {
    const wallet = createWallet("todos:read todos:write", document);
    const options = { authProvider: wallet.provider };
    const first = new StreamableHTTPClientTransport(server, options);
    await assert.rejects(new Client({ name: "today", version: "1.0.0" }).connect(first), { name: "UnauthorizedError" });
    assert.equal(wallet.visit?.searchParams.get("client_id") === documentAddress, document !== undefined);
    const back = await consent(wallet);
    await first.finishAuth(back.searchParams);
    const client = new Client({ name: "today", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(server, options));
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    const made = await client.callTool({ name: "create_todo", arguments: { title: `Made by one that ${how}` } });
    assert.notEqual(made.isError, true, JSON.stringify(made));
    await client.close();
  });
}

test("a client of the older kind connects as well", { rules: ["oauth.mcp-clients"] }, async () => {
  const wallet = createWallet("todos:read");
  const options = { authProvider: wallet.provider as never };
  const first = new OlderTransport(server, options);
  await assert.rejects(new OlderClient({ name: "older", version: "1.0.0" }).connect(first), /Unauthorized/);
  await first.finishAuth((await consent(wallet)).searchParams.get("code") ?? "");
  const client = new OlderClient({ name: "older", version: "1.0.0" });
  await client.connect(new OlderTransport(server, options));
  assert.ok((await client.listTools()).tools.length > 0);
  await client.close();
});
