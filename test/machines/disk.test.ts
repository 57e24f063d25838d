/** The disk of an owner is full, fails, or damages what it holds: the node ends, and the next owner has everything that was acknowledged. */
import assert from "node:assert/strict";
import { readlinkSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { workspaceFile } from "../../src/actors/store/files.ts";
import { call, createWorkspace, signIn } from "../bench/client.ts";
import { noFaults } from "../helpers/failing-service.ts";
import { createFaults, type Faults, type Rule } from "../helpers/faults.ts";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import { canCompile } from "../helpers/preload.ts";
import { isNode } from "../helpers/runtime.ts";
import { diskDir } from "../helpers/temp-dir.ts";
import { type Load, startLoad } from "./clients.ts";
import { type Group, type NodeProcess, startGroup } from "./nodes.ts";
import { judgeAtLast, moreWrites } from "./writes.ts";

const options = { skip: noPostgres || (isNode && canCompile() ? false : noFaults), timeout: 480_000 };
const place = { after };
const disks: Faults[] = [];
let postgres: Postgres;
let group: Group;
let load: Load;
let session: string;
const workspaces: string[] = [];

/** The settings of the next node, whose disk fails when a test says so: of all below the temporary folder only its own files have such names. */
async function settings(): Promise<Record<string, string>> {
  const disk = createFaults(diskDir(place), realpathSync(tmpdir())) ?? assert.fail(noFaults);
  disks.push(disk);
  return { ...disk.env, DAYSHIFT_MAX_OPEN: "1" };
}

before(async () => {
  if (options.skip !== false) return;
  postgres = await startPostgres();
  group = await startGroup(postgres.database("disk"), 2, settings);
  const { url } = await group.owner();
  load = await startLoad(
    group.nodes.map((node) => node.url),
    url,
    4,
  );
  ({ token: session } = await signIn(url));
  for (const name of ["Second", "Third"]) workspaces.push(await createWorkspace(url, session, name));
});

after(async () => {
  if (options.skip !== false) return;
  await group.stop();
  await postgres.stop();
  for (const disk of disks) disk.close();
});

const more = (count: number): Promise<void> => moreWrites(group, load, count);

function diskOf(node: NodeProcess): Faults {
  return disks[group.nodes.indexOf(node)] ?? assert.fail("a node without a disk");
}

/** From now on, always. */
function always(calls: Rule["calls"], kinds: Rule["kinds"], error: Rule["error"]): Rule {
  return { calls, kinds, error, mode: "from", n: 1 };
}

/** Has something happen to a node, which ends with 75 because of it; then the other one has all there was. */
async function endedBy(node: NodeProcess, happens: () => Promise<unknown> | void): Promise<void> {
  const over = node.ended();
  await happens();
  await over;
  assert.equal(node.statuses.at(-1), 75, node.lastWords());
  await more(20);
  diskOf(node).set();
  await group.waiting();
}

const inUse: readonly (readonly [string, Rule])[] = [
  ["has no room for the log", always(["write"], ["log"], "ENOSPC")],
  ["does not write the log", always(["write"], ["log"], "EIO")],
  ["does not read the log", always(["read"], ["log"], "EIO")],
  ["has no room for the log of the directory", always(["write"], ["directoryLog"], "ENOSPC")],
  ["does not write the log of the directory", always(["write"], ["directoryLog"], "EIO")],
];

for (const [what, rule] of inUse) {
  test(`the disk of the owner ${what}`, options, async () => {
    await more(20);
    const owner = await group.owner();
    await endedBy(owner, async () => {
      diskOf(owner).set(rule);
      await signIn(owner.url).catch(() => undefined); // a write to the directory
    });
  });
}

const atTakeOver: readonly (readonly [string, Rule])[] = [
  ["does not read what was fetched", always(["read"], ["file"], "EIO")],
  ["has no room for what is fetched", always(["write"], ["other"], "ENOSPC")],
  ["does not open what was fetched", always(["open"], ["file"], "EIO")],
  ["does not read the directory", always(["read"], ["directory"], "EIO")],
];

for (const [what, rule] of atTakeOver) {
  test(`the disk of the node that takes over ${what}`, options, async () => {
    await more(20);
    const other = await group.waiting();
    diskOf(other).set(rule);
    await endedBy(other, async () => (await group.owner()).killAndWipe());
  });
}

/** Whether a node has that file open. */
function hasOpen({ pid }: NodeProcess, path: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).some((name) => {
    try {
      return readlinkSync(join(folder, name)) === path;
    } catch {
      return false; // closed by now
    }
  });
}

/** Asks for the todos of a workspace, whatever comes of it. */
async function look(node: NodeProcess, workspaceId: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${session}`, "dayshift-workspace": workspaceId };
  return fetch(`${node.url}/api/v1/todos`, { headers }).then(
    ({ status }) => status,
    () => null,
  );
}

test("the file of a workspace that is closed is damaged on the disk of the owner", options, async () => {
  const [second = "", third = ""] = workspaces;
  const owner = await group.owner();
  const headers = { "dayshift-workspace": second };
  await call(`${owner.url}/api/v1/todos`, { credential: session, headers, body: { title: "Acknowledged" } });
  const file = workspaceFile(realpathSync(owner.dataDir), second);
  await group.until(
    "it is closed for another one",
    async () => (await look(owner, third)) === 200 && !hasOpen(owner, file),
    () => file,
  );
  await endedBy(owner, async () => {
    writeFileSync(file, Buffer.alloc(100_000, "?"));
    await look(owner, second);
  });
  const present = await group.owner();
  const { data } = await call<{ data: { title: string }[] }>(`${present.url}/api/v1/todos`, {
    credential: session,
    headers,
  });
  assert.deepEqual(
    data.map(({ title }) => title),
    ["Acknowledged"],
  );
});

test("the folder of the owner is removed while it lives", options, async () => {
  await more(20);
  const owner = await group.owner();
  await endedBy(owner, () => rmSync(owner.dataDir, { recursive: true, force: true }));
});

judgeAtLast(() => load, 300, options);
