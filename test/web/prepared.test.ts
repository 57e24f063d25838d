/** A checkout that was never built: the app is built as soon as the service listens, and a page that comes before waits for it. */
import assert from "node:assert/strict";
import { cpSync, existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { root } from "../../build/targets.ts";
import { type Running, startProgram } from "../helpers/program.ts";
import { isNode } from "../helpers/runtime.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const options = { skip: !isNode && "on Deno the app is built by a task of its own" };

/** The source alone, started. */
async function startCheckout(t: TestContext): Promise<{ readonly folder: string; readonly service: Running }> {
  const folder = tempDir(t);
  for (const name of ["src", "build", "bin", "package.json", "package-lock.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder, DAYSHIFT_DATA_DIR: join(folder, "data") };
  const args = ["bin/node.mjs", "src/server.ts"];
  const service = await startProgram({ command: process.execPath, args, cwd: folder, env });
  t.after(() => service.end("SIGKILL"));
  return { folder, service };
}

test("the app of a checkout is built when its service has started, before anybody asks", options, async (t) => {
  const { folder } = await startCheckout(t);
  await eventually("it is built", () => existsSync(join(folder, "dist/web/files.json")));
});

test("the first page waits for the build in progress, with all the files that it names", options, async (t) => {
  const { service } = await startCheckout(t);
  const page = await fetch(`${service.url}/today`, { headers: { accept: "text/html" } });
  assert.equal(page.status, 200);
  const script = /src="(\/web\/main\.[^"]+)"/.exec(await page.text())?.[1] ?? "";
  const { status, headers } = await fetch(service.url + script, { headers: { "accept-encoding": "br" } });
  assert.deepEqual([status, headers.get("content-encoding")], [200, "br"]);
});
