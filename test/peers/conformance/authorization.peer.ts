/** The conformance suite's look at an authorization server: its metadata, and a code grant that a person allows. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { allow, freePort } from "../consent.ts";
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
        if (line.startsWith(`${service.publicUrl}/oauth/authorize?`)) void allow(service, new URL(line));
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
