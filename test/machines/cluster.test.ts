/** Three nodes that all answer, and a real PostgreSQL, with clients on each of them: whatever ends, nothing acknowledged is lost or there twice. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import { ownPort } from "../helpers/ports.ts";
import { type Load, startLoad } from "./clients.ts";
import { type Group, type NodeProcess, startGroup } from "./nodes.ts";

const options = { skip: noPostgres, timeout: 480_000 };
let postgres: Postgres;
let group: Group;
let load: Load;
const nodeUrls: string[] = [];

/** Seconds: three nodes with their clients and the database have two busy processors between them. */
const leaseSeconds = 15;

/** The settings of the next node: an address of its own for the others. */
async function settings(): Promise<Record<string, string>> {
  const port = await ownPort();
  nodeUrls.push(`tls://127.0.0.1:${port}`);
  return {
    DAYSHIFT_NODE_URL: nodeUrls.at(-1) as string,
    DAYSHIFT_NODE_SECRET: "8".repeat(64),
    DAYSHIFT_LEASE_SECONDS: `${leaseSeconds}`,
  };
}

const ask = (text: string): string => postgres.ask("cluster", text);

/** How many shards each node has by the locks that it holds, in the order of the nodes. */
function shares(): number[] {
  const counts = ask(`SELECT url || ' ' || count(objid) FROM dayshift.node LEFT JOIN pg_locks
    ON pg_locks.pid = node.pid AND locktype = 'advisory' AND classid = ${0x44797368 + 1} GROUP BY url`);
  const byUrl = new Map(counts.split("\n").map((line) => line.split(" ") as [string, string]));
  return nodeUrls.map((url) => Number(byUrl.get(url) ?? 0));
}

const balanced = (): Promise<void> =>
  group.until(
    "an even share for each node",
    () => JSON.stringify(shares().sort((one, other) => one - other)) === JSON.stringify([85, 86, 86]),
    shares,
  );

/** Waits until so many more writes were acknowledged. */
async function more(count: number): Promise<void> {
  const wanted = load.writes + count;
  await group.until(
    `write ${wanted}`,
    () => load.writes >= wanted || load.hasFaults,
    () => [load.writes, ...shares()],
  );
}

/** The node that answers questions to the directory. */
function directoryOwner(): NodeProcess {
  const at = nodeUrls.indexOf(ask("SELECT owner FROM dayshift.shard WHERE id = 256"));
  return group.nodes[at] ?? assert.fail("nobody has the directory");
}

function another(than: NodeProcess): NodeProcess {
  return group.nodes.find((node) => node !== than) ?? assert.fail("there is no other node");
}

before(async () => {
  if (noPostgres !== false) return;
  postgres = await startPostgres();
  group = await startGroup(postgres.database("cluster"), 3, settings);
  load = await startLoad(
    group.nodes.map(({ url }) => url),
    (await group.owner()).url,
    8,
    8,
  );
});

after(async () => {
  if (noPostgres !== false) return;
  await group.stop();
  await postgres.stop();
});

test("each node has its share, and answers", options, async () => {
  await balanced();
  for (const node of group.nodes) assert.equal((await fetch(`${node.url}/ready`)).status, 200);
  await more(60);
});

test("nodes are killed, and their folders wiped, one after the other", options, async () => {
  for (const node of group.nodes) {
    await more(30);
    await node.killAndWipe();
  }
  await more(60);
});

test("the node with the directory is killed", options, async () => {
  await balanced();
  await directoryOwner().killAndWipe();
  await more(60);
});

test("a node is stopped as for a deploy, and its shards move to the others and back under load", options, async () => {
  await balanced();
  const node = another(directoryOwner());
  const over = node.ended();
  node.signal("SIGTERM");
  await over;
  assert.equal(node.statuses.at(-1), 0);
  await more(30);
  await balanced();
  await more(30);
});

test("a node freezes for longer than its lease, and wakes as a zombie that ends itself", options, async () => {
  await balanced();
  const node = directoryOwner();
  node.signal("SIGSTOP");
  await more(30);
  const zombie = node.ended();
  node.signal("SIGCONT");
  await zombie;
  assert.equal(node.statuses.at(-1), 75);
  await more(30);
});

test("the session that holds the shards of a node is cut", options, async () => {
  await balanced();
  const node = another(directoryOwner());
  const over = node.ended();
  ask(`SELECT pg_terminate_backend(pid) FROM dayshift.node WHERE url = '${nodeUrls[group.nodes.indexOf(node)]}'`);
  await over;
  assert.equal(node.statuses.at(-1), 75);
  await more(30);
});

test("PostgreSQL itself ends, and comes back", options, async () => {
  await more(30);
  await postgres.restart();
  await more(60);
  await balanced();
});

test(
  "in all of that nothing acknowledged was lost, doubled, or missing from a later read through another node",
  options,
  async () => {
    await load.judge(400);
  },
);
