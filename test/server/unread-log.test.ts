/** What the service says is lost where its reader has gone or the disk of its log is full, and the service goes on. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { test, type TestContext } from "node:test";
import { runtime } from "../helpers/runtime.ts";
import { tempDir } from "../helpers/temp-dir.ts";

/** Starts the service by way of a shell, which may send its log elsewhere; `end` has it stop, which it logs, and answers its exit status. */
async function start(t: TestContext, redirection = "") {
  const child = spawn("sh", ["-c", `exec "$0" "$@" ${redirection}`, process.execPath, ...runtime.service], {
    env: { PATH: process.env["PATH"], DAYSHIFT_DATA_DIR: tempDir(t), DAYSHIFT_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const ended = once(child, "exit") as Promise<[number | null]>;
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const url = /listens on (\S+)/.exec(line)?.[1];
  const end = async () => {
    assert.equal((await fetch(`${url}/api/v1/`)).status, 200);
    process.kill(child.pid as number, "SIGTERM");
    return (await ended)[0];
  };
  return { child, end };
}

const skip = process.platform === "win32";

test("a service whose log nobody reads any more continues, and stops in order", { skip }, async (t) => {
  const { child, end } = await start(t);
  for (const stream of [child.stderr, child.stdout]) stream.destroy();
  assert.equal(await end(), 0);
});

test("a service whose log has no room continues, and stops in order", { skip: !existsSync("/dev/full") }, async (t) => {
  const { end } = await start(t, "2>/dev/full");
  assert.equal(await end(), 0);
});
