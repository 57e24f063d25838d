/** One machine pays nothing for what several share: without DAYSHIFT_STORE_URL nothing of it is loaded. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { call, createKey, signIn } from "../bench/client.ts";
import { startService } from "../bench/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

interface Coverage {
  readonly result: readonly { readonly url: string }[];
}

/** The files that a process had loaded by its end. */
function loadedIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Coverage;
    return result.map(({ url }) => url);
  });
}

const ofSeveral = /\/src\/(actors\/store\/pages|server\/storage\/(?!(alarms|open-storage)\.ts))|\/node_modules\/pg/;

test("a service without a store loads nothing of several machines, nor the client of PostgreSQL", async (t) => {
  const folder = tempDir(t);
  const coverage = join(folder, "coverage");
  const service = await startService({ dataDir: join(folder, "data"), env: { NODE_V8_COVERAGE: coverage } });
  const { token, workspaces } = await signIn(service.url);
  const credential = await createKey(service.url, token, workspaces[0]?.id ?? "");
  await call(`${service.url}/api/v1/todos`, { credential, body: { title: "Here" } });
  assert.equal(await service.stop(), 0);
  const loaded = loadedIn(coverage);
  assert.ok(
    loaded.some((url) => url.endsWith("/src/server/storage/open-storage.ts")),
    "the files are named as expected",
  );
  assert.deepEqual(
    loaded.filter((url) => ofSeveral.test(url)),
    [],
  );
});
