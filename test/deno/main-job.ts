/** What a user does with the service on Deno, and with a data folder that moves. Run by `npm run test:deno`. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { version } from "../../src/server/base/version.ts";
import { call } from "../bench/client.ts";
import { keyOf, mainJob, titles } from "../helpers/main-job.ts";
import { diskDir } from "../helpers/temp-dir.ts";
import { dayshift, serveOnDeno, serveOnNode } from "./program.ts";

test("first start, key, todo, chat; kill -9; all of it is there, with worker threads too", async (t) => {
  const folder = diskDir(t);
  await mainJob((more) => serveOnDeno(folder, more));
});

const journeys = [
  ["Node to Deno and back", [serveOnNode, serveOnDeno, serveOnNode]],
  ["Deno to Node and back", [serveOnDeno, serveOnNode, serveOnDeno]],
] as const;

for (const [name, stops] of journeys) {
  test(`a data folder goes from ${name}, killed and stopped: people sign in, keys work, todos are there`, async (t) => {
    const folder = diskDir(t);
    const made: string[] = [];
    let credential = "";
    for (const [at, serve] of stops.entries()) {
      const service = await serve(folder);
      if (at > 0) assert.deepEqual(await titles(service.url, credential), made);
      credential = await keyOf(service.url);
      made.push(`Todo ${at}`);
      await call(`${service.url}/api/v1/todos`, { credential, body: { title: `Todo ${at}` } });
      await service.end(at === 0 ? "SIGKILL" : "SIGTERM");
    }
  });
}

test("the command line: its version, the service's todos, the doctor, a backup", async (t) => {
  const folder = diskDir(t);
  assert.equal(dayshift(folder, ["--version"]).stdout, `${version}\n`);
  const service = await serveOnDeno(folder);
  const env = { DAYSHIFT_URL: service.url, DAYSHIFT_KEY: await keyOf(service.url) };
  const ok = (...args: string[]): string => {
    const { status, stdout, stderr } = dayshift(folder, args, env);
    assert.equal(status, 0, `${args.join(" ")}: ${stderr}`);
    return stdout;
  };
  ok("add", "Call Ana tomorrow !high");
  assert.match(ok("todos", "list"), /Call Ana/);
  assert.match(ok("doctor"), /✓ files/);
  const kept = join(folder, "kept");
  assert.match(ok("backup", "--to", kept), /1 workspace,/);
  assert.match(ok("backup", "verify", "--to", kept), /whole/);
  assert.equal(await service.end("SIGTERM"), 0);
});

test("bin/deno.mjs on what is no Deno, or too old a one, says what it needs", () => {
  const { status, stderr } = spawnSync(process.execPath, ["bin/deno.mjs", "--version"], { encoding: "utf8" });
  assert.equal(status, 1);
  assert.match(stderr, /^Dayshift needs Deno 2\.9\.6 or newer/);
});
