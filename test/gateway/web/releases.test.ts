/** The script that installs the command, run by a shell against the service that hands it out. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
const names = ["linux-x64", "linux-arm64", "darwin-arm64"].map((target) => `dayshift-${version}-${target}.tar.gz`);
const canFetch = ["curl", "wget"].some((program) => spawnSync(program, ["--version"]).status === 0);
const skip = process.platform === "win32" || !canFetch;

/** Archives with a stand-in for the command, and files that are nobody's business. */
function releases(t: TestContext, command = "echo installed"): string {
  const folder = tempDir(t);
  writeFileSync(join(folder, "dayshift"), `#!/bin/sh\n${command}\n`);
  chmodSync(join(folder, "dayshift"), 0o755);
  for (const name of names) execFileSync("tar", ["-czf", join(folder, name), "-C", folder, "dayshift"]);
  const sum = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(folder, name)))
      .digest("hex");
  const old = `${"0".repeat(64)}  dayshift-0.0.1-linux-x64.tar.gz`;
  writeFileSync(join(folder, "SHA256SUMS"), [...names.map((name) => `${sum(name)}  ${name}`), old, ""].join("\n"));
  writeFileSync(join(folder, "secret.txt"), "secret");
  return folder;
}

/** Runs a script with a home of its own; the service answers in the meantime. */
async function install(t: TestContext, script: string) {
  const home = tempDir(t);
  const child = spawn("sh", ["-s"], { env: { PATH: process.env["PATH"] ?? "", HOME: home } });
  child.stdin.end(script);
  const [stderr, status] = await Promise.all([text(child.stderr), new Promise((done) => child.on("close", done))]);
  return { status, stderr, command: join(home, ".local/bin/dayshift") };
}

test("without archives the script says how to install from source", { skip }, async (t) => {
  const service = await startTestService(t, { empty: true });
  const script = await (await fetch(`${service.url}/install.sh`)).text();
  const { status, stderr, command } = await install(t, script);
  assert.equal(status, 1);
  assert.match(stderr, /has no dayshift-.*From source, with Node and npm/);
  assert.ok(!existsSync(command));
  assert.equal((await fetch(`${service.url}/releases/${names[0]}`)).status, 404);
});

test("only archives that the sums name for this version are served", async (t) => {
  const releasesDir = releases(t);
  const service = await startTestService(t, { empty: true, configuration: { releasesDir } });
  for (const name of ["secret.txt", "SHA256SUMS", "..%2fsecret.txt", "dayshift-0.0.1-linux-x64.tar.gz", "dayshift"]) {
    assert.equal((await fetch(`${service.url}/releases/${name}`)).status, 404, name);
  }
  const archive = await fetch(`${service.url}/releases/${names[0]}`);
  assert.deepEqual(Buffer.from(await archive.arrayBuffer()), readFileSync(join(releasesDir, names[0] ?? "")));
  const head = await fetch(`${service.url}/releases/${names[0]}`, { method: "HEAD" });
  assert.equal(head.headers.get("content-length"), archive.headers.get("content-length"));
});

test("the script installs what was built, and nothing else", { skip }, async (t) => {
  const releasesDir = releases(t);
  const service = await startTestService(t, { empty: true, configuration: { releasesDir } });
  const script = await (await fetch(`${service.url}/install.sh`)).text();
  const { status, stderr, command } = await install(t, script);
  assert.equal(status, 0, stderr);
  assert.equal(execFileSync(command, { encoding: "utf8" }), "installed\n");
  for (const name of names) appendFileSync(join(releasesDir, name), "more");
  const refused = await install(t, script);
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /is not the one that was built.*Nothing was installed/);
  assert.ok(!existsSync(refused.command));
});

test("what does not run on the machine is not installed, and the script says what it may lack", { skip }, async (t) => {
  const releasesDir = releases(t, "echo no libatomic.so.1 >&2; exit 127");
  const service = await startTestService(t, { empty: true, configuration: { releasesDir } });
  const { status, stderr, command } = await install(t, await (await fetch(`${service.url}/install.sh`)).text());
  assert.equal(status, 1);
  assert.match(stderr, /does not run on this machine: no libatomic.so.1\n.*libatomic1.*Nothing was installed/);
  assert.ok(!existsSync(command));
});
