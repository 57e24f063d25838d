/** `dayshift store` with a real PostgreSQL: a folder goes in, nodes start on it, and what they made comes out. */
import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, createKey, signIn } from "../bench/client.ts";
import { checkout, startService } from "../bench/service.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { runtime } from "../helpers/runtime.ts";
import { diskDir } from "../helpers/temp-dir.ts";
import { startGroup } from "./nodes.ts";

const run = promisify(exec);
const secret = { DAYSHIFT_SECRET_KEY: "7".repeat(64) };

interface Todos {
  readonly data: readonly { readonly title: string }[];
}

test("a folder is imported, served by nodes, and exported", { skip: noPostgres, timeout: 240_000 }, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const storeUrl = postgres.database("moved");
  const folder = diskDir(t);
  const dataDir = join(folder, "data");
  const store = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, ...secret, DAYSHIFT_STORE_URL: storeUrl };
    const line = `"${process.execPath}" ${runtime.command(checkout)} store ${args.join(" ")}`;
    const { stdout } = await run(line, { env, cwd: checkout });
    return stdout;
  };

  const single = await startService({ dataDir, env: secret });
  const session = await signIn(single.url);
  const key = await createKey(single.url, session.token, session.workspaces[0]?.id ?? "");
  const todos = (url: string): string => `${url}/api/v1/todos`;
  await call(todos(single.url), { credential: key, body: { title: "From one machine" } });
  await single.stop();
  assert.match(await store("import", "--data-dir", dataDir), /The store holds 1 workspace/);
  assert.match(await store("import", "--data-dir", dataDir), /nothing was changed/);

  const group = await startGroup(storeUrl, 1);
  const { url } = await group.owner();
  await call(todos(url), { credential: key, body: { title: "From a node" } });
  await assert.rejects(
    store("export", "--data-dir", join(folder, "new")),
    /The data is owned by .*Stop every node first/,
  );
  await group.stop();

  assert.match(await store("export", "--data-dir", join(folder, "new")), /holds 1 workspace of the store/);
  const back = await startService({ dataDir: join(folder, "new"), env: secret });
  t.after(() => back.kill());
  const { data } = await call<Todos>(todos(back.url), { credential: key });
  assert.deepEqual(data.map(({ title }) => title).sort(), ["From a node", "From one machine"]);
});
