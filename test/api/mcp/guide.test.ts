/** What docs/guides/mcp.md gives to copy works: the configurations of clients reach the tools. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { post } from "../../helpers/mcp.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const guide = readFileSync("docs/guides/mcp.md", "utf8");
const shown = "http://127.0.0.1:8787";
const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

interface Server {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A program that the client starts instead. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

const every = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json = ""]) => {
  const [servers] = Object.values(JSON.parse(json) as Record<string, { readonly dayshift: Server | Program }>);
  return servers?.dayshift ?? assert.fail(json);
});
const configurations = every.filter((one) => "url" in one);
const programs = every.filter((one) => "command" in one);

test("the configurations of clients in the guide lead to the tools", { rules: ["mcp.address"] }, async () => {
  assert.equal(configurations.length, 2);
  for (const { url, headers } of configurations) {
    assert.equal(url.replace(shown, service.publicUrl), (await service.ok("getServiceInfo")).mcpUrl);
    const authorization = headers["Authorization"]?.replace("dsk_…", service.key) ?? "";
    assert.equal((await post(service, list, { credential: null, headers: { authorization } })).status, 200);
  }
  assert.equal(programs.length, 1);
  for (const { command, args } of programs) assert.deepEqual([command, args.at(-1)], ["npx", `${shown}/mcp`]);
});

test("every command in the guide names the address and how the key is sent", { rules: ["mcp.address"] }, () => {
  const [, commands = ""] = /```sh\n([\s\S]*?)```/.exec(guide) ?? [];
  const lines = commands.split("\n").filter((line) => /claude mcp|inspector@/.test(line));
  assert.equal(lines.length, 2);
  for (const line of lines) {
    assert.ok(line.includes(`${shown}/mcp`) && line.includes('--header "Authorization: Bearer $DAYSHIFT_KEY"'), line);
  }
});
