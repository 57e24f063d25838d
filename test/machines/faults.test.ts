/** Two nodes and a real PostgreSQL, with clients that write all the time: whatever ends, nothing acknowledged is lost or there twice. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { noPostgres, type Postgres, startPostgres } from "../helpers/postgres.ts";
import { eventually } from "../helpers/settle.ts";
import { type Load, startLoad } from "./clients.ts";
import { type Group, type NodeProcess, startGroup } from "./nodes.ts";
import { cut, holdAppend } from "./sessions.ts";
import { judgeAtLast, moreWrites } from "./writes.ts";

const options = { skip: noPostgres, timeout: 480_000 };
let postgres: Postgres;
let group: Group;
let load: Load;

before(async () => {
  if (noPostgres !== false) return;
  postgres = await startPostgres();
  group = await startGroup(postgres.database("faults"), 2);
  load = await startLoad(
    group.nodes.map(({ url }) => url),
    (await group.owner()).url,
    4,
  );
});

after(async () => {
  if (noPostgres !== false) return;
  await group.stop();
  await postgres.stop();
});

const ask = (text: string): string => postgres.ask("faults", text);

const more = (count: number): Promise<void> => moreWrites(group, load, count);

/** Refuses every append with pages, after its local commit, while the action runs. */
async function whileAppendsFail(action: (owner: NodeProcess) => Promise<void>): Promise<void> {
  const owner = await group.owner();
  ask(`CREATE FUNCTION dayshift.broken() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
    CREATE TRIGGER broken BEFORE INSERT ON dayshift.page FOR EACH ROW EXECUTE FUNCTION dayshift.broken()`);
  await action(owner);
  ask("DROP FUNCTION dayshift.broken CASCADE");
}

test("the owner is killed, and its folder wiped, three times", options, async () => {
  for (let n = 0; n < 3; n += 1) {
    await more(20);
    await (await group.owner()).killAndWipe();
  }
  await more(40);
});

test("the owner is stopped as for a deploy", options, async () => {
  await more(20);
  const owner = await group.owner();
  owner.signal("SIGTERM");
  await owner.ended();
  assert.equal(owner.statuses.at(-1), 0);
  await more(20);
});

test("a node that waits is stopped as for a deploy", options, async () => {
  const node = await group.waiting();
  const over = node.ended();
  node.signal("SIGTERM");
  await over;
  assert.equal(node.statuses.at(-1), 0);
  await more(20);
});

test(
  "a node that waits is frozen before it is granted the lock, which goes to the next after the lease",
  options,
  async () => {
    const frozen = await group.waiting();
    const queued = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await eventually("it is in the queue for the lock", () => ask(queued) !== "0");
    frozen.signal("SIGSTOP");
    const former = await group.owner();
    await former.killAndWipe(); // starts again behind the frozen one
    await more(20);
    assert.equal(await group.owner(), former);
    const over = frozen.ended();
    frozen.signal("SIGCONT");
    await over;
    assert.equal(frozen.statuses.at(-1), 75);
    await more(20);
  },
);

test("the owner freezes for longer than its lease, and wakes as a zombie that ends itself", options, async () => {
  await more(20);
  const owner = await group.owner();
  owner.signal("SIGSTOP");
  await more(20);
  const zombie = owner.ended();
  owner.signal("SIGCONT");
  await zombie;
  assert.equal(owner.statuses.at(-1), 75);
  await more(20);
});

for (const session of ["lease", "append"] as const) {
  test(`the ${session} session of the owner is cut, and not the other`, options, async () => {
    await more(20);
    const owner = await group.owner();
    const over = owner.ended();
    await cut(postgres, "faults", session);
    await over;
    assert.equal(owner.statuses.at(-1), 75);
    await more(20);
  });
}

test("an append fails after its local commit: nobody is answered, and the node ends", options, async () => {
  await more(20);
  await whileAppendsFail(async (owner) => {
    await owner.ended();
    assert.equal(owner.statuses.at(-1), 75);
  });
  await more(20);
});

test("the owner is killed between its local commit and the append, which never comes", options, async () => {
  await more(20);
  const owner = await group.owner();
  const append = await holdAppend(postgres, "faults");
  await append.held();
  const killed = owner.killAndWipe();
  await cut(postgres, "faults", "append");
  await append.release();
  await killed;
  await more(20);
});

test("the append comes, and its answer never reaches the owner", options, async () => {
  await more(20);
  const owner = await group.owner();
  const append = await holdAppend(postgres, "faults");
  await append.held();
  owner.signal("SIGSTOP");
  await append.release();
  await owner.killAndWipe();
  await more(20);
});

test("the store is slow", options, async () => {
  ask(`CREATE FUNCTION dayshift.slow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.05); RETURN NULL; END $$;
    CREATE TRIGGER slow AFTER INSERT ON dayshift.page FOR EACH STATEMENT EXECUTE FUNCTION dayshift.slow()`);
  await more(20);
  await (await group.owner()).killAndWipe();
  await more(20);
  ask("DROP FUNCTION dayshift.slow CASCADE");
});

test("PostgreSQL itself ends, and comes back", options, async () => {
  await more(20);
  await postgres.restart();
  await more(40);
});

judgeAtLast(() => load, 300, options);
