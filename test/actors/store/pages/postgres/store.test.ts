/** PostgreSQL as the store: what goes up comes back, one node owns at a time, and who has lost the data is refused. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClock } from "../../../../../src/actors/runtime/clock.ts";
import type { Change, Ownership } from "../../../../../src/actors/store/pages/port.ts";
import { openPostgres } from "../../../../../src/actors/store/pages/postgres/store.ts";
import { leaseMs, postgresNodes } from "../../../../helpers/postgres-nodes.ts";
import { eventually } from "../../../../helpers/settle.ts";

const { options, server, freshName, node } = postgresNodes();

function file(length: number, pages: readonly (readonly [number, Uint8Array])[]): Change {
  return { files: new Map([["a", { pageSize: 4096, length, pages: new Map(pages) }]]) };
}

async function pagesOf(owned: Ownership, name: string): Promise<[number, Uint8Array][]> {
  const found: [number, Uint8Array][] = [];
  for await (const [page, bytes] of owned.read(name)) found.push([page, Uint8Array.from(bytes)]);
  return found;
}

const zeros = new Uint8Array(4096);
const noise = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 251);

test("pages, alarms and facts come back as they went up, and what a file loses is gone", options, async () => {
  const store = await node(freshName());
  assert.equal(await store.owner(), null);
  const owned = await store.own("a");
  assert.equal(owned.epoch, 1);
  assert.equal(await store.owner(), "a");
  await owned.append(
    file(3 * 4096, [
      [0, noise],
      [1, zeros],
      [2, noise],
    ]),
  );
  await owned.append({
    ...file(2 * 4096, [[1, noise]]),
    alarms: new Map([
      ["0a", { dueAt: 5, plannedAt: 4 }],
      ["0b", { dueAt: null, plannedAt: 7 }],
    ]),
    facts: new Map([["form", "1"]]),
  });
  assert.deepEqual(await owned.shape("a"), { pageSize: 4096, length: 2 * 4096 });
  assert.deepEqual(await pagesOf(owned, "a"), [
    [0, noise],
    [1, noise],
  ]);
  assert.deepEqual(await owned.names(""), ["a"]);
  assert.deepEqual(
    await owned.alarms(),
    new Map([
      ["0a", { dueAt: 5, plannedAt: 4 }],
      ["0b", { dueAt: null, plannedAt: 7 }],
    ]),
  );
  await owned.append({ files: new Map([["a", null]]), alarms: new Map([["0a", null]]) });
  assert.equal(await owned.shape("a"), null);
  assert.deepEqual(await pagesOf(owned, "a"), []);
  assert.deepEqual([...(await owned.alarms()).keys()], ["0b"]);
  assert.deepEqual(await owned.facts(), new Map([["form", "1"]]));
});

/** A file with the sum that its owner says. */
function summed(sum?: number): Change {
  const pages = new Map([[0, noise]]);
  return { files: new Map([["a", { pageSize: 4096, length: 4096, pages, ...(sum !== undefined && { sum }) }]]) };
}

test(
  "the sum of a file is there until an owner does not say it, or one has the data that knows of none",
  options,
  async () => {
    const name = freshName();
    const sumOf = async (owned: Ownership): Promise<number | undefined> => (await owned.shape("a"))?.sum;
    const first = await (await node(name)).own("a");
    await first.append(summed(0xffff_fff0));
    assert.equal(await sumOf(first), 0xffff_fff0);
    await first.append(summed());
    assert.equal(await sumOf(first), undefined);
    await first.append(summed(5));
    await first.release();
    const second = await (await node(name)).own("b");
    assert.equal(await sumOf(second), 5);
    await second.release();
    // As the version before takes the data.
    server().ask(name, "UPDATE dayshift.shard SET epoch = epoch + 1, owner = 'of an older version'");
    const third = await (await node(name)).own("c");
    assert.equal(await sumOf(third), undefined);
    await third.append(summed(6));
    assert.equal(await sumOf(third), 6);
  },
);

test("tables of the version before are taken over with what is in them, and its owner is fenced", options, async () => {
  const name = freshName();
  const former = await (await node(name)).own("former");
  await former.append(file(4096, [[0, noise]]));
  server().ask(name, "ALTER TABLE dayshift.file DROP COLUMN sum; ALTER TABLE dayshift.shard DROP COLUMN summed");
  await former.release();
  const next = await (await node(name)).own("next");
  assert.deepEqual(await next.shape("a"), { pageSize: 4096, length: 4096 });
  assert.deepEqual(await pagesOf(next, "a"), [[0, noise]]);
  await next.append(summed(7));
  assert.equal((await next.shape("a"))?.sum, 7);
  // What it still sends says nothing of sums.
  const sent = `INSERT INTO dayshift.file (shard, name, page_size, length) SELECT 256, 'a', 4096, 8192
    FROM dayshift.shard WHERE id = 256 AND epoch = 1 ON CONFLICT (shard, name) DO UPDATE SET length = excluded.length`;
  assert.equal(server().ask(name, sent), "INSERT 0 0");
});

test("a file of many pages is read in order", options, async () => {
  const owned = await (await node(freshName())).own("a");
  const numbers = Array.from({ length: 1300 }, (_, page) => page);
  await owned.append(
    file(
      1300 * 4096,
      numbers.map((page) => [page, zeros] as const),
    ),
  );
  const found = await pagesOf(owned, "a");
  assert.deepEqual(
    found.map(([page]) => page),
    numbers,
  );
});

test("one owns, the next in the queue has the data when it is released, and sees all of it", options, async () => {
  const name = freshName();
  const first = await (await node(name)).own("a");
  const waiting = (await node(name)).own("b");
  await first.append(file(4096, [[0, noise]]));
  assert.ok(first.isHeld());
  await first.release();
  const second = await waiting;
  assert.equal(second.epoch, 2);
  assert.deepEqual(await pagesOf(second, "a"), [[0, noise]]);
});

test(
  "an owner whose session is cut knows it, and what it sends is refused once another one has the data",
  options,
  async () => {
    const name = freshName();
    const first = await (await node(name)).own("a");
    const waiting = (await node(name)).own("b");
    server().ask(
      name,
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE locktype = 'advisory' AND granted AND d.datname = '${name}'`,
    );
    await first.lost;
    assert.equal(first.isHeld(), false);
    const second = await waiting;
    await assert.rejects(first.append(file(4096, [[0, zeros]])), /Fenced/);
    await second.append(file(4096, [[0, noise]]));
    assert.deepEqual(await pagesOf(second, "a"), [[0, noise]]);
  },
);

test("an owner that falls silent loses the data when its lease is over", options, async () => {
  const name = freshName();
  // A clock whose timers never come: no heartbeat is sent after the first.
  const silent = { ...createClock(), timer: () => () => undefined };
  const first = await (await node(name, silent)).own("a");
  const second = await (await node(name)).own("b");
  assert.equal(first.isHeld(), false);
  await assert.rejects(first.append(file(4096, [[0, zeros]])), /Fenced|terminat|ended|closed/i);
  assert.equal(second.epoch, 2);
});

/** A file of a workspace whose pages all hold that byte. */
function filled(name: string, byte: number): Change {
  const pages = new Map([0, 1, 2].map((page) => [page, new Uint8Array(4096).fill(byte)]));
  return { files: new Map([[name, { pageSize: 4096, length: 3 * 4096, pages }]]) };
}

test("what is read at one moment is of that moment, whatever its owner writes in the meantime", options, async () => {
  const name = freshName();
  const [one, other] = [await (await node(name)).join("a"), await (await node(name)).join("b")];
  await one.take([7]);
  await one.append(filled("workspace/07", 1));
  const seen = await other.atOneMoment(async (files) => {
    assert.deepEqual(await files.names("workspace/"), ["workspace/07"]);
    await one.append(filled("workspace/07", 2));
    await one.append({ files: new Map([["media/07/b", { pageSize: 1, length: 0, pages: new Map() }]]) });
    const bytes = new Set<number>();
    for await (const [, page] of files.read("workspace/07")) for (const byte of page) bytes.add(byte);
    return [await files.shape("media/07/b"), ...bytes];
  });
  assert.deepEqual(seen, [null, 1]);
  for await (const [, page] of other.read("workspace/07")) assert.equal(page[0], 2);
  await Promise.all([one.release(), other.release()]);
});

test(
  "a node comes in while another one reads at one moment, and an append need not wait for either",
  options,
  async () => {
    const name = freshName();
    const owned = await (await node(name)).join("a");
    await owned.take([7]);
    await owned.append(filled("workspace/07", 1));
    await owned.atOneMoment(async (files) => {
      await files.names("");
      const next = await (await node(name)).join("b"); // would wait for the end of the reading if it locked the tables
      await owned.append(filled("workspace/07", 2));
      await next.release();
    });
    await owned.release();
  },
);

test("the mark of a file is another one after each append to it, and after none to others", options, async () => {
  const owned = await (await node(freshName())).join("a");
  await owned.take([7, 8]);
  await owned.append(filled("workspace/07", 1));
  await owned.append(filled("workspace/08", 1));
  const before = await owned.marks();
  await owned.append(filled("workspace/07", 1));
  const behind = await owned.marks();
  assert.deepEqual([...before.keys()].sort(), ["workspace/07", "workspace/08"]);
  assert.notEqual(behind.get("workspace/07"), before.get("workspace/07"));
  assert.equal(behind.get("workspace/08"), before.get("workspace/08"));
  await owned.append({ files: new Map([["workspace/08", null]]) });
  assert.deepEqual([...(await owned.marks()).keys()], ["workspace/07"]);
  await owned.release();
});

test(
  "while the synchronous standby is gone an append waits, its owner keeps the lease, and nothing is lost",
  options,
  async (t) => {
    const name = freshName();
    const store = await openPostgres({ url: server().database(name), leaseMs: 60_000, clock: createClock() });
    t.after(() => store.close());
    const owner = await store.own("alone");
    const standby = (names: string): void => {
      server().ask(name, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
      server().ask(name, "SELECT pg_reload_conf()");
    };
    standby("gone");
    try {
      let isThere = false;
      const appending = owner.append({ facts: new Map([["a", "b"]]) }).then(() => (isThere = true));
      const waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
      await eventually("it waits", () => server().ask(name, waiting) === "1");
      assert.deepEqual([isThere, owner.isHeld()], [false, true]);
      standby("");
      await appending;
    } finally {
      standby("");
    }
    assert.equal((await owner.facts()).get("a"), "b");
  },
);

test("a server that ends is noticed, and no append is answered by it", options, async () => {
  const name = freshName();
  const owned = await (await node(name)).own("a");
  await owned.append(file(4096, [[0, noise]]));
  await server().restart();
  await owned.lost;
  await assert.rejects(owned.append(file(4096, [[0, zeros]])));
  const next = await (await node(name)).own("b");
  assert.deepEqual(await pagesOf(next, "a"), [[0, noise]]);
});

test("a store that cannot be reached is named, without its password", options, async () => {
  const url = server()
    .database(freshName())
    .replace("dayshift@", "dayshift:hunter22@")
    .replace(/\/store_\d+$/, "/none");
  await assert.rejects(openPostgres({ url, leaseMs, clock: createClock() }), (error: Error) => {
    assert.match(error.message, /^DAYSHIFT_STORE_URL: the store at 127\.0\.0\.1:\d+\/none cannot be used/);
    assert.doesNotMatch(error.message, /hunter22/);
    return true;
  });
});
