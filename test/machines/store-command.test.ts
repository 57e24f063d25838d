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

async function dayshift(storeUrl: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...secret, DAYSHIFT_STORE_URL: storeUrl };
  const { stdout } = await run(`"${process.execPath}" ${runtime.command(checkout)} ${args.join(" ")}`, {
    env,
    cwd: checkout,
  });
  return stdout;
}

interface Todos {
  readonly data: readonly { readonly title: string }[];
}

test("a folder is imported, served by nodes, and exported", { skip: noPostgres, timeout: 480_000 }, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const storeUrl = postgres.database("moved");
  const folder = diskDir(t);
  const dataDir = join(folder, "data");
  const store = (...args: string[]): Promise<string> => dayshift(storeUrl, "store", ...args);

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

test(
  "one workspace is restored by its owner, and is as in the backup for the next one",
  {
    skip: noPostgres,
    timeout: 480_000,
  },
  async (t) => {
    const postgres = await startPostgres();
    const storeUrl = postgres.database("restored");
    const group = await startGroup(storeUrl, 2, async () => ({ DAYSHIFT_LEASE_SECONDS: "30" }));
    t.after(async () => {
      await group.stop();
      await postgres.stop();
    });
    const owner = await group.owner();
    const other = await group.waiting();
    const { token, workspaces } = await signIn(owner.url);
    const workspaceId = workspaces[0]?.id ?? "";
    const credential = await createKey(owner.url, token, workspaceId);
    const create = (title: string): Promise<unknown> =>
      call(`${owner.url}/api/v1/todos`, { credential, body: { title } });
    const opened = await call<{ id: string }>(`${owner.url}/api/v1/captures`, {
      credential: token,
      body: { type: "recording" },
    });
    await create("In the backup");
    const backups = join(diskDir(t), "backups");
    await dayshift(storeUrl, "backup", "--to", backups, "--data-dir", owner.dataDir);
    await create("Behind it");

    const restore = ["restore", "--workspace", workspaceId, "--from", backups, "--data-dir"];
    await assert.rejects(dayshift(storeUrl, ...restore, other.dataDir), /This node waits: another one owns the data/);
    const over = owner.ended();
    assert.match(await dayshift(storeUrl, ...restore, owner.dataDir), /is as in .* What was there is in .*replaced/);
    await over;
    assert.equal(owner.statuses.at(-1), 75);
    const { url } = await group.owner();
    const { data } = await call<Todos>(`${url}/api/v1/todos`, { credential });
    assert.deepEqual(
      data.map(({ title }) => title),
      ["In the backup"],
    );
    await call(`${url}/api/v1/captures/${opened.id}`, { credential: token });
    await call(`${url}/api/v1/todos`, { credential, body: { title: "After it" } });
  },
);
