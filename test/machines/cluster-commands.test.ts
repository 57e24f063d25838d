/** The operator's commands on nodes that all answer, with a real PostgreSQL: what one node makes is of all of them. */
import assert from "node:assert/strict";
import { exec } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { call, createKey, signIn } from "../bench/client.ts";
import { checkout, startService } from "../bench/service.ts";
import { ownPort } from "../helpers/ports.ts";
import { noPostgres, startPostgres } from "../helpers/postgres.ts";
import { runtime } from "../helpers/runtime.ts";
import { diskDir } from "../helpers/temp-dir.ts";
import { type NodeProcess, startGroup } from "./nodes.ts";

const run = promisify(exec);

test(
  "one node backs up the workspaces of two, the doctor names both, and one machine starts on what is restored",
  { skip: noPostgres, timeout: 480_000 },
  async (t) => {
    const postgres = await startPostgres();
    const storeUrl = postgres.database("commands");
    const urls: string[] = [];
    const settings = async (): Promise<Record<string, string>> => {
      urls.push(`tls://127.0.0.1:${await ownPort()}`);
      return {
        DAYSHIFT_NODE_URL: urls.at(-1) as string,
        DAYSHIFT_NODE_SECRET: "8".repeat(64),
        DAYSHIFT_LEASE_SECONDS: "30",
      };
    };
    const group = await startGroup(storeUrl, 2, settings);
    t.after(async () => {
      await group.stop();
      await postgres.stop();
    });
    const secret = { DAYSHIFT_SECRET_KEY: "7".repeat(64) };
    const dayshift = async (node: NodeProcess, ...args: string[]): Promise<string> => {
      const env = { ...process.env, ...secret, DAYSHIFT_STORE_URL: storeUrl };
      const command = `"${process.execPath}" ${runtime.command(checkout)} ${args.join(" ")} --data-dir "${node.dataDir}"`;
      return (await run(command, { env, cwd: checkout, timeout: 60_000 })).stdout;
    };
    const counts =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1148810089 GROUP BY pid ORDER BY 1";
    const shares = (): string => postgres.ask("commands", counts);
    await group.until("an even share for each node", () => shares() === "128\n129", shares);

    const [first = assert.fail(), second = assert.fail()] = group.nodes;
    const { token } = await signIn(first.url);
    const made: { readonly id: string; readonly key: string }[] = [];
    for (let n = 0; n < 6; n += 1) {
      const { id } = await call<{ id: string }>(`${second.url}/app/v1/workspaces`, {
        credential: token,
        body: { name: `Workspace ${n}` },
      });
      const key = await createKey(second.url, token, id);
      await call(`${first.url}/api/v1/todos`, { credential: key, body: { title: `Todo ${n}` } });
      made.push({ id, key });
    }
    const at = urls.indexOf(postgres.ask("commands", "SELECT owner FROM dayshift.shard WHERE id = 256"));
    const [here, elsewhere] = at === 0 ? [first, second] : [second, first];
    const backups = join(diskDir(t), "backups");
    await assert.rejects(dayshift(elsewhere, "backup", "--to", backups), /directory is owned by the node at tls:/);
    assert.match(await dayshift(here, "backup", "--to", backups), /7 workspaces, 0 unchanged/);
    assert.match(await dayshift(here, "backup", "--to", backups), /7 workspaces, 7 unchanged/);
    for (const node of group.nodes) {
      const report = await dayshift(node, "doctor").catch(({ stdout }: { stdout: string }) => stdout);
      assert.match(report, /2 nodes live: .* with 12[78] shards and the directory/);
      assert.match(report, /Nothing is overdue\./);
      assert.match(report, /Whole: 7 workspaces with 6 todos\./);
    }

    const dataDir = join(diskDir(t), "restored");
    const restore = `"${process.execPath}" ${runtime.command(checkout)} restore --from "${backups}" --data-dir "${dataDir}"`;
    await run(restore, { env: { ...process.env, ...secret }, cwd: checkout });
    const single = await startService({ dataDir, env: secret });
    t.after(() => single.kill());
    for (const [n, { key }] of made.entries()) {
      const { data } = await call<{ data: readonly { title: string }[] }>(`${single.url}/api/v1/todos`, {
        credential: key,
      });
      assert.deepEqual(
        data.map(({ title }) => title),
        [`Todo ${n}`],
      );
    }
  },
);
