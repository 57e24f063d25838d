/** The mailbox of a workspace: which writes share a commit, what is refused and undone, jobs that run at the same time. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createMailbox, type Mailbox, type MailboxOptions } from "../../../src/actors/mailbox/mailbox.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { countNotes, insertNote, openFixture } from "../store/fixture.ts";
import { pluck } from "../../helpers/pluck.ts";

interface Probe {
  readonly store: Store;
  readonly mailbox: Mailbox;
  /** How many commits were begun. */
  readonly commits: () => number;
}

/** A mailbox on a real file whose commits pass through `commit`, if given. */
function openMailbox(
  t: TestContext,
  commit: (real: () => Promise<void>) => Promise<void> = (real) => real(),
  options: Partial<MailboxOptions> = {},
): Probe {
  const { store } = openFixture(t);
  let commits = 0;
  const watched: Store = Object.create(store, {
    commit: {
      value: () => {
        commits += 1;
        return commit(() => store.commit());
      },
    },
  });
  const mailbox = createMailbox({ store: watched, jobs: 2, maxQueue: 1000, ...options });
  t.after(() => mailbox.stop());
  return { store, mailbox, commits: () => commits };
}

const insert = (id: string) => (sql: Sql) => sql.run(insertNote, id, "t");

function failAfter(id: string) {
  return (sql: Sql): number => {
    insert(id)(sql);
    throw new Error("second thoughts");
  };
}

test("a write that returns a promise is refused, by the compiler too, and undone", async (t) => {
  const { mailbox, store } = openMailbox(t);
  // @ts-expect-error a write awaits nothing
  const refused = mailbox.write(async (sql) => insert("a")(sql));
  await assert.rejects(refused, /returned a promise/);
  assert.equal(countNotes(store), 0);
});

test("above its length the queue refuses with 429 and Retry-After, and those waiting stay", async (t) => {
  const { mailbox, store } = openMailbox(t, undefined, { maxQueue: 2 });
  const kept = [mailbox.write(insert("a")), mailbox.write(insert("b"))];
  assert.equal(mailbox.size, 2);
  const refused = { code: "rate_limit_exceeded", status: 429, headers: { "Retry-After": "1" } };
  await assert.rejects(mailbox.write(insert("c")), refused);
  await Promise.all(kept);
  await mailbox.write(insert("d"));
  assert.deepEqual([countNotes(store), mailbox.size], [3, 0]);
});

test("a write that is alone and throws is undone whole", async (t) => {
  const { mailbox, store, commits } = openMailbox(t);
  await assert.rejects(mailbox.write(failAfter("a")), /second thoughts/);
  assert.deepEqual([countNotes(store), commits()], [0, 0]);
  await mailbox.write(insert("b"));
  assert.equal(countNotes(store), 1);
});

test("a large write has a commit of its own, in its turn", async (t) => {
  const { mailbox, store, commits } = openMailbox(t);
  const order: string[] = [];
  const noted = (id: string) => (sql: Sql) => {
    order.push(id);
    return insert(id)(sql);
  };
  await Promise.all([
    mailbox.write(noted("a")),
    mailbox.write(noted("b")),
    mailbox.write(noted("large"), { isLarge: true }),
    mailbox.write(noted("c")),
    mailbox.write(noted("d")),
  ]);
  assert.deepEqual(order, ["a", "b", "large", "c", "d"]);
  assert.deepEqual([countNotes(store), commits()], [5, 3]);
  await assert.rejects(mailbox.write(failAfter("e"), { isLarge: true }), /second thoughts/);
  assert.equal(countNotes(store), 5);
});

test("of three writes in one commit, one that fails is undone alone and only its caller hears of it", async (t) => {
  const { mailbox, store, commits } = openMailbox(t);
  const results = await Promise.allSettled([
    mailbox.write(insert("a")),
    mailbox.write(failAfter("b")),
    mailbox.write(insert("c")),
  ]);
  assert.deepEqual(pluck(results, "status"), ["fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT id FROM notes ORDER BY n")),
    [["a"], ["c"]],
  );
  assert.equal(commits(), 1);
});

test("a commit that fails refuses every write of its group, and the next group goes through", async (t) => {
  let failing = true;
  const { mailbox, store } = openMailbox(t, (real) => (failing ? Promise.reject(new Error("no power")) : real()));
  const results = await Promise.allSettled([mailbox.write(insert("a")), mailbox.write(insert("b"))]);
  assert.deepEqual(
    results.map((result) => (result.status === "rejected" ? (result.reason as Error).message : "kept")),
    ["no power", "no power"],
  );
  assert.equal(countNotes(store), 0);
  failing = false;
  await mailbox.write(insert("a"));
  assert.equal(countNotes(store), 1);
});

test("a commit that SQLite itself refuses loses nothing but its group", async (t) => {
  const { mailbox, store } = openMailbox(t);
  const dangling = mailbox.write((sql) => sql.run("INSERT INTO marks (note) VALUES (?)", "nobody"));
  await assert.rejects(dangling, { code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
  await mailbox.write(insert("a"));
  assert.equal(countNotes(store), 1);
});

test("when one write loses the transaction for all, all are refused, also one that hides its failure", async (t) => {
  const { mailbox, store } = openMailbox(t);
  const hiding = (sql: Sql) => {
    try {
      return sql.run(insertNote, "b", "forbidden");
    } catch {
      return "all is well";
    }
  };
  const group = [insert("a"), hiding, insert("c")].map((write) => mailbox.write<unknown>(write));
  const results = await Promise.allSettled(group);
  assert.deepEqual(pluck(results, "status"), ["rejected", "rejected", "rejected"]);
  await mailbox.write(insert("d"));
  assert.equal(countNotes(store), 1);
});

test("a write is answered only after its commit, and until then reads see what was there before", async (t) => {
  const gate = Promise.withResolvers<void>();
  const { mailbox, commits } = openMailbox(t, (real) => gate.promise.then(real));
  const heard: string[] = [];
  mailbox.onCommit(() => heard.push("commit"));
  const written = mailbox.write(insert("a")).then(() => heard.push("answer"));
  await eventually("a commit is begun", () => commits() > 0);
  await turns(20);
  const count = () => mailbox.read((sql) => sql.get("SELECT count(*) FROM notes")?.[0]);
  assert.deepEqual([count(), heard], [0, []]);
  gate.resolve();
  await written;
  assert.equal(count(), 1);
  assert.deepEqual(heard.sort(), ["answer", "commit"]);
});

test("what waits together is committed together, at most 256 at once, in the order it came", async (t) => {
  const { mailbox, store, commits } = openMailbox(t);
  await Promise.all(Array.from({ length: 600 }, (_, index) => mailbox.write(insert(`note ${index}`))));
  assert.equal(commits(), 3);
  assert.deepEqual(
    store.read((sql) => sql.get("SELECT count(*) FROM notes WHERE id = 'note ' || (n - 1)")),
    [600],
  );
});

test("those answered together that write again at once share a commit with new arrivals", async (t) => {
  const sizes: number[] = [];
  let written = 0;
  const { mailbox, commits } = openMailbox(t, (real) => {
    sizes.push(written);
    written = 0;
    return real();
  });
  const writer = async (name: string): Promise<void> => {
    for (let round = 0; round < 6; round += 1) {
      await mailbox.write((sql) => {
        insert(`${name} ${round}`)(sql);
        written += 1;
      });
      await turns(2);
    }
  };
  const early = ["a", "b", "c"].map(writer);
  await eventually("a commit is begun", () => commits() > 0);
  await Promise.all([...early, ...["d", "e", "f"].map(writer)]);
  assert.deepEqual(sizes, [3, 6, 6, 6, 6, 6, 3]);
});

test("writes that change nothing cost no commit, and listeners hear nothing of them", async (t) => {
  const { mailbox, commits } = openMailbox(t);
  let heard = 0;
  const off = mailbox.onCommit(() => (heard += 1));
  assert.deepEqual(await mailbox.write((sql) => sql.get("SELECT 7")), [7]);
  assert.deepEqual([commits(), heard], [0, 0]);
  await mailbox.write(insert("a"));
  off();
  await mailbox.write(insert("b"));
  assert.deepEqual([commits(), heard], [2, 1]);
});

test("a listener that fails is reported, and keeps no other from hearing of the commit", async (t) => {
  const heard: unknown[] = [];
  const report = (_what: string, error: unknown): void => void heard.push(error);
  const { mailbox } = openMailbox(t, undefined, { report });
  const failure = new Error("disk I/O error");
  mailbox.onCommit(() => {
    throw failure;
  });
  mailbox.onCommit(() => heard.push("commit"));
  await mailbox.write(insert("a"));
  await mailbox.write(insert("b"));
  assert.deepEqual(heard, [failure, "commit", failure, "commit"]);
});

test("a write whose caller has gone before its turn is skipped", async (t) => {
  const { mailbox, store } = openMailbox(t);
  const gone = new AbortController();
  const skipped = mailbox.write(insert("a"), { signal: gone.signal });
  const kept = mailbox.write(insert("b"), { signal: new AbortController().signal });
  gone.abort(new Error("gone"));
  await assert.rejects(skipped, /gone/);
  await kept;
  assert.equal(countNotes(store), 1);
});

test("jobs that take every place block no write, and may await their own", async (t) => {
  const { mailbox, store } = openMailbox(t);
  const gate = Promise.withResolvers<void>();
  const started: string[] = [];
  const job = (id: string) =>
    mailbox.job(async () => {
      started.push(id);
      await mailbox.write(insert(id));
      await gate.promise;
    });
  const jobs = [job("a"), job("b"), job("c")];
  await mailbox.write(insert("between"));
  assert.deepEqual(started, ["a", "b"]);
  gate.resolve();
  await Promise.all(jobs);
  assert.deepEqual([countNotes(store), started], [4, ["a", "b", "c"]]);
});

test("a job that fails rejects for its owner only, and gives its place back", async (t) => {
  const { mailbox } = openMailbox(t, undefined, { jobs: 1 });
  await assert.rejects(
    mailbox.job(() => Promise.reject(new Error("broke"))),
    /broke/,
  );
  await mailbox.job(() => Promise.resolve());
});

test("stopping commits what was taken, refuses what comes, and drops jobs that wait", async (t) => {
  const { mailbox, store } = openMailbox(t, undefined, { jobs: 1 });
  const gate = Promise.withResolvers<void>();
  const running = mailbox.job(() => gate.promise);
  const waiting = mailbox.job(() => Promise.resolve());
  const taken = [mailbox.write(insert("a")), mailbox.write(insert("b"))];
  const dropped = assert.rejects(waiting, { name: "AbortError" });
  const stopped = mailbox.stop();
  await assert.rejects(mailbox.write(insert("c")), { code: "internal_error", headers: { "Retry-After": "5" } });
  await assert.rejects(
    mailbox.job(() => Promise.resolve()),
    { code: "internal_error" },
  );
  await stopped;
  await dropped;
  assert.equal((await Promise.allSettled(taken)).filter(({ status }) => status === "fulfilled").length, 2);
  assert.equal(countNotes(store), 2);
  gate.resolve();
  await running;
});

test("the file is detached after the accepted writes, and later ones attach it again", async (t) => {
  const { mailbox, store } = openMailbox(t);
  const first = mailbox.write(insert("a"));
  const rested = mailbox.detach();
  await first;
  await rested;
  assert.equal(store.isAttached, false);
  const next = mailbox.detach();
  await Promise.all([mailbox.write(insert("b")), next]);
  assert.equal(store.isAttached, true);
  assert.equal(countNotes(store), 2);
  const last = mailbox.detach();
  await mailbox.stop();
  await last;
});

test("timers and sockets have their turn before each group", async (t) => {
  let yielded = 0;
  const { mailbox, commits } = openMailbox(t, undefined, { yield: () => turns(1).then(() => void (yielded += 1)) });
  await mailbox.write(insert("a"));
  await mailbox.write(insert("b"));
  assert.deepEqual([yielded, commits()], [2, 2]);
});

test("a group that takes long leaves the rest to the next one, in order", async (t) => {
  let now = 0;
  const { mailbox, store, commits } = openMailbox(t, undefined, { clock: { monotonic: () => now } });
  const slow = (id: string) => (sql: Sql) => {
    now += 6;
    return insert(id)(sql);
  };
  const counted = ["a", "b", "c", "d", "e"].map((id) => mailbox.write(slow(id)));
  await Promise.all(counted);
  assert.deepEqual([countNotes(store), commits()], [5, 3]);
});

test("of a slow group with one that fails halfway, all others are committed", async (t) => {
  let now = 0;
  const { mailbox, store } = openMailbox(t, undefined, { clock: { monotonic: () => now } });
  const slow = (action: (sql: Sql) => void) => (sql: Sql) => {
    now += 6;
    return action(sql);
  };
  const writes = [insert("a"), failAfter("b"), insert("c"), insert("d"), failAfter("e")];
  const outcomes = await Promise.allSettled(writes.map((write) => mailbox.write(slow(write))));
  assert.deepEqual(pluck(outcomes, "status"), ["fulfilled", "rejected", "fulfilled", "fulfilled", "rejected"]);
  assert.equal(countNotes(store), 3);
});
