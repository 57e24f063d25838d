/** The conformance suite's look at an authorization server: its metadata, and a code grant that a person allows. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { after, test } from "node:test";
import { createBrowser } from "../../helpers/browser.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { runFile } from "../program.ts";
import { checksIn, suite } from "./suite.ts";

const service = await startTestService({ after });

test("metadata and a code grant conform, and the client is a connected app afterwards", async (t) => {
  const results = tempDir(t);
  const port = await freePort();
  const redirectUri = `http://127.0.0.1:${port}/callback`;
  const registration = await fetch(`${service.publicUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Conformance", redirect_uris: [redirectUri] }),
  });
  const { client_id: clientId } = (await registration.json()) as { readonly client_id: string };
  const resource = `${service.publicUrl}/mcp`;
  const address = ["--url", service.publicUrl, "--output-dir", results, "--port", String(port)];
  const { stdout } = await runFile(
    suite,
    ["authorization", ...address, "--client-id", clientId, "--resource", resource],
    {
      cwd: results,
      onLine: (line) => {
        if (line.startsWith(`${service.publicUrl}/oauth/authorize?`)) void allow(new URL(line));
      },
    },
  );
  assert.deepEqual(
    checksIn(results).map(({ id, status, message }) => `${id} ${status} ${message}`.trim()),
    [
      "authorization-code-grant SUCCESS",
      "authorization-server-metadata SUCCESS",
      "authorization-server-metadata-cimd SUCCESS",
    ],
    stdout,
  );
  const { data } = await service.ok("listConnectedApps", { query: { workspaceId: service.workspaceId } });
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Conformance"],
  );
});

/** The person signs in and allows it, and their browser takes the answer to the client. */
async function allow(authorize: URL): Promise<void> {
  const back = await createBrowser(service).decide(authorize.pathname + authorize.search);
  await (await fetch(back)).text();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => void server.close(resolve));
  return port;
}
