/** What an operator does at one of several nodes: looking works at each, and what changes one workspace belongs to its owner. */
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { workspaceFolder } from "../../src/actors/store/files.ts";
import { askService } from "../../src/server/base/control.ts";
import type { DoctorAnswer } from "../../src/server/doctor/door.ts";
import { byDirectory, type Node, pair } from "../helpers/cluster.ts";
import { startTestService } from "../helpers/service.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

async function ask({ service }: Node, command: string, input: Readonly<Record<string, unknown>>): Promise<unknown> {
  return askService(service.dataDir, command, input, () => undefined);
}

test("a workspace is exported at each node, and looked at by the doctor of each", async (t) => {
  const storeUrl = "postgres://127.0.0.1:1/nobody"; // the doctor is refused there, and says so
  const { owner, other, credential } = await pair(t, { storeUrl });
  const { workspaceId } = owner.service;
  await owner.service.ok("createTodo", { body: { title: "Home" }, credential });
  for (const [n, node] of [owner, other].entries()) {
    const to = join(tempDir(t), `${n}.dayshift`);
    await ask(node, "export", { workspaceId, to });
    const single = await startTestService(t);
    await askService(single.dataDir, "import", { from: to }, () => undefined);
    const { known, present } = (await ask(node, "doctor", {})) as DoctorAnswer;
    assert.deepEqual([known, present], [[workspaceId], [workspaceId]]);
  }
});

test("backups in a folder of one machine: the doctor of another one does not take them for missing", async (t) => {
  const backupTo = join(tempDir(t), "backups");
  const [here, elsewhere] = byDirectory(
    await pair(t, { storeUrl: "postgres://127.0.0.1:1/nobody", backupTo, backupHours: 24 }),
  );
  const said = async (node: Node): Promise<string> => {
    const { findings } = (await ask(node, "doctor", {})) as DoctorAnswer;
    const { level, message } = findings.find(({ check }) => check === "backups") ?? assert.fail();
    return `${level}: ${message}`;
  };
  await eventually("one is made", () => here.service.log.some((line) => line.includes("backup made")));
  for (const node of [here, elsewhere]) assert.match(await said(node), /^fine: The newest one in /);
  rmSync(backupTo, { recursive: true }); // as on a machine that has a folder of its own
  assert.match(await said(here), /^wrong: There is none in /);
  assert.match(await said(elsewhere), /^note: They are made by the node that has the directory, and /);
});

test("a workspace is taken in by the node that owns its shard; another one names that, keeps nothing, and goes on", async (t) => {
  const { owner, other } = await pair(t);
  const single = await startTestService(t);
  const { workspaceId } = single;
  await single.ok("createTodo", { body: { title: "From one machine" } });
  const from = join(tempDir(t), "moved.dayshift");
  await askService(single.dataDir, "export", { workspaceId, to: from }, () => undefined);
  const both = [owner, other];
  const taken = await Promise.allSettled(both.map((node) => ask(node, "import", { from })));
  const there = both[taken.findIndex(({ status }) => status === "fulfilled")] ?? assert.fail("nobody took it");
  const elsewhere = both.find((node) => node !== there) ?? assert.fail();
  const refusal = taken.find(({ status }) => status === "rejected") as PromiseRejectedResult;
  assert.ok(String(refusal.reason).includes(`is owned by the node at ${there.url}: run the command`));
  assert.equal(existsSync(workspaceFolder(elsewhere.service.dataDir, workspaceId)), false);
  await elsewhere.service.ok("getIdentity", { credential: owner.service.session });

  const restore = { workspaceId, from: tempDir(t), snapshot: null, access: null };
  await assert.rejects(ask(elsewhere, "restore", restore), /is owned by the node at tls:/);
  await assert.rejects(ask(there, "restore", restore), /There is no snapshot/);
});
