/** The command as it is started: the launcher, the completion, the files it keeps. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "../helpers/temp-dir.ts";

function dayshift(args: readonly string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["bin/dayshift.mjs", ...args], {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  return { status, stdout, stderr };
}

test("it says its version, and what it can do", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  assert.equal(dayshift(["--version"]).stdout, `${version}\n`);
  const help = dayshift(["--help"]);
  assert.equal(help.status, 0);
  for (const word of ["todos", "chat", "login", "serve", "api"])
    assert.match(help.stdout, new RegExp(`^  ${word}\\b`, "m"));
  assert.match(help.stdout, /^ {2}todo-lists\S* +Todo lists$/m);
  assert.match(help.stdout, /^ {2}skills\S* +Skills of all agents$/m);
  assert.match(help.stdout, /^ {2}api-keys\S* +API keys, for programs$/m);
  for (const heading of ["Every day", "Signing in", "On this machine", "Work", "You and others", "The service"])
    assert.match(help.stdout, new RegExp(`^${heading}:$`, "m"));
  assert.match(help.stdout, /^ {2}oidc +OpenID Connect: your accounts/m);
  assert.match(help.stdout, /^ {2}mcp-servers +Outside servers, whose tools/m);
});

test("nobody who reads on is no failure", async () => {
  const child = spawn(process.execPath, ["bin/dayshift.mjs", "captures", "--help"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => void (said += piece));
  assert.deepEqual([await once(child, "close"), said], [[0, null], ""]);
});

test("the help of a command speaks of its flags, and of those that all commands take", () => {
  const { stdout } = dayshift(["captures", "list", "--help"]);
  assert.match(stdout, /--created-after <time> +Such as /);
  assert.match(stdout, /--created-after,\s--created-before and --updated-since include their instant\./);
  assert.match(stdout, /Global Options:[\s\S]*--json +answers as JSON/);
  assert.match(dayshift(["captures", "create", "--help"]).stdout, /--type <choice> +\(choices: "note", "recording"\)/);
  assert.match(dayshift(["captures", "record", "--help"]).stdout, /Needs captures:write/);
});

test("the shell completes commands, flags and their values", () => {
  assert.match(dayshift(["complete", "--", "todos", "l"]).stdout, /^list\b/m);
  assert.match(dayshift(["complete", "--", "captures", "rec"]).stdout, /^record\tRecord from the microphone/m);
  assert.match(dayshift(["complete", "--", "captures", "record", "--id"]).stdout, /--idempotency-key/);
  assert.match(dayshift(["complete", "--", "todos", "list", "--pri"]).stdout, /--priority/);
  assert.match(dayshift(["complete", "--", "todos", "list", "--status", ""]).stdout, /in_progress/);
});

test("wrong usage ends with 2, and serve explains a wrong setting", () => {
  assert.equal(dayshift(["nonsense"]).status, 2);
  const { status, stderr } = dayshift(["serve", "--port", "high"]);
  assert.equal(status, 1);
  assert.match(stderr, /DAYSHIFT_PORT: expected a port/);
  assert.match(dayshift(["serve", "--help"]).stdout, /^Usage: dayshift serve \[flags\]$/m);
});

test("a data folder that is not there is made for an import, and is an error elsewhere", (t) => {
  const folder = join(tempDir(t), "new");
  const none = dayshift(["password", "ada@example.com", "--data-dir", folder]);
  assert.equal(none.status, 1);
  const { stderr } = dayshift(["import", "none.dayshift", "--data-dir", folder]);
  assert.match(stderr, /There is no .*none\.dayshift\./);
});

test("profiles are private files", (t) => {
  const folder = tempDir(t);
  const env = { XDG_CONFIG_HOME: folder, DAYSHIFT_KEY: "", DAYSHIFT_URL: "" };
  assert.equal(dayshift(["profiles", "use", "work"], env).status, 2);
  const stored = {
    current: "a",
    profiles: {
      a: { url: "http://a.test", token: "x", workspaceId: null, refresh: null },
      b: { url: "http://b.test", token: "y", workspaceId: null, refresh: null },
    },
  };
  for (const args of [["profiles", "list"], ["profiles"]]) {
    const { status, stderr } = dayshift(args, env);
    assert.equal(status, 0, stderr);
  }
  mkdirSync(join(folder, "dayshift"), { recursive: true });
  writeFileSync(join(folder, "dayshift", "profiles.json"), JSON.stringify(stored));
  assert.equal(dayshift(["profiles", "use", "b"], env).status, 0);
  const path = join(folder, "dayshift", "profiles.json");
  assert.equal((JSON.parse(readFileSync(path, "utf8")) as { current: string }).current, "b");
  if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o600);
});
