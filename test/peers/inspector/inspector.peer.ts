/** The MCP Inspector's command line with an API key, in both eras of the protocol: it lists, makes, reads and is refused. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { mcpTools } from "../../../src/gateway/mcp/tools.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { allow, freePort } from "../consent.ts";
import { type Ended, installed, runFile } from "../program.ts";
import manifest from "./package.json" with { type: "json" };

const service = await startTestService({ after });
const cwd = tempDir({ after });
const inspector = installed("inspector", "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const address = ["--cli", "--format", "json", "--transport", "http", "--server-url", `${service.publicUrl}/mcp`];
const guide = readFileSync("docs/guides/mcp.md", "utf8");
const nobody = "00000000-0000-7000-8000-000000000000";

for (const era of ["legacy", "modern"]) {
  test(`${era}: all tools are listed, none has a schema that some client rejects`, async () => {
    const { tools } = result(await inspect(era, "tools/list", "--strict")) as { readonly tools: readonly Named[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      mcpTools.map(({ name }) => name),
    );
  });

  test(`${era}: a todo that a tool makes is there, and is read as a resource`, async () => {
    const title = `Made in the ${era} era`;
    const made = await inspect(era, "tools/call", "--tool-name", "create_todo", "--tool-arg", `title=${title}`);
    const { id } = (result(made) as { readonly structuredContent: { readonly id: string } }).structuredContent;
    assert.equal((await service.ok("getTodo", { path: { todoId: id } })).title, title);
    const uri = `dayshift://todos/${id}`;
    const listed = result(await inspect(era, "resources/list")) as { readonly resources: readonly Named[] };
    assert.ok(listed.resources.some((one) => one.uri === uri && one.name === title));
    const { contents } = result(await inspect(era, "resources/read", "--uri", uri)) as {
      readonly contents: readonly { readonly text: string }[];
    };
    assert.equal((JSON.parse(contents[0]?.text ?? "{}") as { readonly title: string }).title, title);
  });

  test(`${era}: a refusal of a tool reaches it with what to do, other faults as errors of the protocol`, async () => {
    const refused = await inspect(era, "tools/call", "--tool-name", "get_todo", "--tool-arg", `todoId=${nobody}`);
    assert.equal(refused.status, 5);
    assert.match(errorOf(refused), /^tool_is_error: /);
    const { content } = (JSON.parse(refused.stdout) as { readonly result: { readonly content: [{ text: string }] } })
      .result;
    assert.match(content[0].text, /"code":"resource_not_found".*"advice":/);
    const missing = await inspect(era, "resources/read", "--uri", `dayshift://todos/${nobody}`);
    assert.equal(missing.status, 1);
    assert.match(errorOf(missing), /Resource not found: dayshift:/);
  });

  test(`${era}: an invalid key is refused`, async () => {
    const refused = await inspect(era, "tools/list", "--header", "Authorization: Bearer dsk_none");
    assert.equal(refused.status, 3);
    assert.equal(refused.stdout, "");
    assert.match(errorOf(refused), /^auth_required: .*(invalid_api_key|HTTP 401)/);
  });
}

test("with the address alone it sends the person to sign in, and then works as a connected app", async () => {
  const callback = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const title = "Made by one whom a person let in";
  const args = ["--callback-url", callback, "--method", "tools/call", "--tool-name", "create_todo"];
  const ended = await runFile(inspector, [...address, ...args, "--tool-arg", `title=${title}`], {
    cwd,
    // It would open a browser, and finds none.
    env: { MCP_AUTO_OPEN_ENABLED: "true", MCP_INSPECTOR_SECRET_STORE: "memory", PATH: cwd },
    onLine: (line) => {
      const [, authorize] = /^Please navigate to: (\S+)/.exec(line) ?? [];
      if (authorize !== undefined) void allow(service, new URL(authorize));
    },
  });
  const { id } = (result(ended) as { readonly structuredContent: { readonly id: string } }).structuredContent;
  assert.equal((await service.ok("getTodo", { path: { todoId: id } })).title, title);
  const { data } = await service.ok("listConnectedApps", { query: { workspaceId: service.workspaceId } });
  assert.deepEqual(
    data.map(({ name }) => name),
    ["MCP Inspector"],
  );
});

test("the line of the guide lists the tools, with the version that it names", async () => {
  const [, version, line = ""] = /^npx @modelcontextprotocol\/inspector@(\S+) (.*)$/m.exec(guide) ?? [];
  assert.equal(version, manifest.dependencies["@modelcontextprotocol/inspector"]);
  const own = line.replace("http://127.0.0.1:8787", service.publicUrl).replace("$DAYSHIFT_KEY", service.key);
  const args = [...own.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  const { status, stdout, stderr } = await runFile(inspector, args, { cwd });
  assert.equal(status, 0, stderr);
  const { tools } = JSON.parse(stdout) as { readonly tools: readonly Named[] };
  assert.equal(tools.length, mcpTools.length);
});

interface Named {
  readonly name: string;
  readonly uri?: string;
}

/** Runs it; the key is the owner's unless another header follows. */
function inspect(era: string, method: string, ...more: readonly string[]): Promise<Ended> {
  const credential = more.includes("--header") ? [] : ["--header", `Authorization: Bearer ${service.key}`];
  const args = [...address, "--protocol-era", era, "--stored-auth-only", "--method", method, ...more, ...credential];
  return runFile(inspector, args, { cwd });
}

function result({ status, stdout, stderr }: Ended): unknown {
  assert.equal(status, 0, stdout + stderr);
  return (JSON.parse(stdout) as { readonly result: unknown }).result;
}

/** What it says of the failure, as `code: message`. */
function errorOf({ stderr }: Ended): string {
  const { error } = JSON.parse(stderr) as { readonly error: { readonly code: string; readonly message: string } };
  return `${error.code}: ${error.message}`;
}
