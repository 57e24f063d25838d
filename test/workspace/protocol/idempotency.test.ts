/** Records of answers by `Idempotency-Key`: replayed, replaced, forgotten. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { ensureWorkspaceFile } from "../../../src/actors/store/migrate.ts";
import { createWorkspaceFiles } from "../../../src/actors/workspace/files.ts";
import {
  eraseMentions,
  finishPending,
  type IdempotencyRequest,
  replayOrRun,
} from "../../../src/workspace/protocol/idempotency.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { toTodo, toTodoRow } from "../../../src/workspace/todos/row.ts";
import { benchMigrations } from "../../actors/bench.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const day = 24 * 60 * 60 * 1000;
const start = Date.UTC(2026, 0, 1);

/** An open transaction on a fresh workspace file. */
function openSql(t: TestContext): Sql {
  const opened: { close?: () => void } = {};
  t.after(() => opened.close?.());
  const [dataDir, migrations] = [tempDir(t), benchMigrations()];
  ensureWorkspaceFile(dataDir, fakeId(1), migrations);
  const files = createWorkspaceFiles({ dataDir, migrations });
  const store = files.open(fakeId(1));
  opened.close = () => {
    store.rollback();
    store.close();
    files.close();
  };
  store.begin();
  return store.sql;
}

function request(key: string, fingerprint = "POST /todos {}", credentialId = "credential"): IdempotencyRequest {
  return { credentialId, key, fingerprint };
}

/** Runs an effect that answers `body`; what the caller then gets. */
function send(sql: Sql, key: string, body: unknown, now = start): unknown {
  return replayOrRun(sql, now, request(key), () => ({ body, pending: null })).body;
}

const count = (sql: Sql): unknown => sql.get("SELECT count(*) FROM idempotency")?.[0];

test("a key is remembered for 24 hours and forgotten then", (t) => {
  const sql = openSql(t);
  send(sql, "k", "first");
  assert.equal(send(sql, "k", "second", start + day - 1), "first");
  assert.equal(send(sql, "k", "second", start + day), "second");
  assert.equal(send(sql, "k", "third", start + day + 1), "second");
});

test("old records go as new ones come, a few at a time, and none before its time", (t) => {
  const sql = openSql(t);
  for (let n = 0; n < 100; n++) send(sql, `old ${n}`, n);
  send(sql, "young", 0, start + day - 1);
  assert.equal(count(sql), 101);
  send(sql, "new", 0, start + day);
  assert.equal(count(sql), 98);
  for (let n = 0; n < 40; n++) send(sql, `new ${n}`, n, start + day);
  assert.equal(count(sql), 42);
  assert.equal(send(sql, "young", 1, start + day), 0);
});

test("what a clock that ran ahead recorded is forgotten a day after it was set right, and holds up nothing", (t) => {
  const sql = openSql(t);
  for (let n = 0; n < 10; n++) send(sql, `ahead ${n}`, n, start + 365 * day);
  for (let n = 0; n < 10; n++) send(sql, `right ${n}`, n, start);
  assert.equal(send(sql, "ahead 3", "again", start + day - 1), 3);
  assert.equal(send(sql, "ahead 3", "again", start + day), "again");
  for (let n = 0; n < 20; n++) send(sql, `later ${n}`, n, start + day);
  assert.equal(count(sql), 21);
});

test("the end of a long poll replaces the answer once", (t) => {
  const sql = openSql(t);
  const pending = { turnId: fakeId(7), until: start + 30_000 };
  replayOrRun(sql, start, request("k"), () => ({ body: "as of the commit", pending }));
  assert.deepEqual(
    replayOrRun(sql, start, request("k"), () => assert.fail("it ran")),
    { body: "as of the commit", pending, replayed: true, json: '"as of the commit"' },
  );
  finishPending(sql, "credential", "k", "final");
  finishPending(sql, "credential", "k", "too late");
  assert.deepEqual(
    replayOrRun(sql, start, request("k"), () => assert.fail("it ran")),
    { body: "final", pending: null, replayed: true, json: '"final"' },
  );
});

test("a replay does not return what was erased, and a retry does not repeat its effect", (t) => {
  const sql = openSql(t);
  const [erased, kept] = [1, 2].map((n) => ({
    object: "todo",
    id: fakeId(n),
    title: `T${n}`,
    content: "C",
    status: "ready",
  }));
  send(sql, "batch", { object: "list", data: [erased, kept] });
  eraseMentions(sql, fakeId(1));
  const replay = send(sql, "batch", "afresh");
  const silent = { title: null, content: null, scheduleError: null, minutesSavedReason: null };
  assert.deepEqual(replay, { object: "list", data: [{ ...erased, ...silent }, kept] });
});

test("the replies of an erased chat are not replayed, and nobody waits for its turn any more", (t) => {
  const sql = openSql(t);
  const pending = { turnId: fakeId(7), until: start + 30_000 };
  const body = {
    object: "chat_run",
    chatId: fakeId(1),
    replies: [{ object: "message", chatId: fakeId(1), text: "Secret" }],
  };
  replayOrRun(sql, start, request("k"), () => ({ body, pending }));
  eraseMentions(sql, fakeId(1));
  const replay = replayOrRun(sql, start, request("k"), () => assert.fail("it ran"));
  assert.deepEqual([replay.body, replay.pending], [{ ...body, replies: [] }, null]);
});

/** An answer with a todo of which all is empty that may be. */
function todo(n: number, title: string): Readonly<Record<string, unknown>> {
  const columns = [null, "ready", null, "task", fakeId(2), null, [{ id: fakeId(3), type: "user" }]];
  const row = toTodoRow([n, fakeId(n), title, ...columns, null, 0, 0, "user_created", 0, start, start, 0, null, null]);
  return { ...toTodo(row, null) };
}

const recorded = (sql: Sql): unknown => sql.get("SELECT max(length(body)) FROM idempotency")?.[0];

test("what most todos leave empty is not written into each record, and stands in every replay", (t) => {
  const sql = openSql(t);
  const plain = todo(1, "Call Ana");
  const bodies = [
    plain,
    { object: "list", data: [todo(5, "one"), todo(6, "two"), { ...todo(7, "three"), minutesSaved: 5 }] },
    todo(8, `\u0001 ${JSON.stringify(plain)}`),
    JSON.stringify(plain),
  ];
  send(sql, "0", plain);
  assert.ok((recorded(sql) as number) < JSON.stringify(plain).length * 0.6, String(recorded(sql)));
  for (const [n, body] of bodies.entries()) send(sql, String(n), body);
  for (const [n, body] of bodies.entries()) {
    const replay = replayOrRun(sql, start, request(String(n)), () => assert.fail("it ran"));
    assert.deepEqual(replay, { body, pending: null, replayed: true, json: JSON.stringify(body) });
  }
  eraseMentions(sql, fakeId(6));
  const erased = { ...todo(6, "two"), title: null };
  const left = send(sql, "1", "afresh");
  assert.deepEqual(left, { object: "list", data: [todo(5, "one"), erased, { ...todo(7, "three"), minutesSaved: 5 }] });
});

test("records of version 22 are replayed to their credentials, replaced and forgotten", async (t) => {
  const pending = fakeId(7);
  const { store } = await filledBefore(t, 22, (sql) => {
    for (const [credential, turn] of [
      ["one", null],
      ["other", pending],
    ] as const) {
      sql.run(
        `INSERT INTO idempotency (credential_id, key, fingerprint, body, held_turn, held_until, created_at)
         VALUES (?, 'k', 'POST', ?, ?, ?, ?)`,
        credential,
        JSON.stringify(todo(1, credential)),
        turn,
        turn === null ? null : start,
        start,
      );
    }
  });
  store.begin();
  const replay = (credential: string, now = start): unknown => {
    const { body, pending: waits } = replayOrRun(store.sql, now, request("k", "POST", credential), () => ({
      body: "afresh",
      pending: null,
    }));
    return [body, waits];
  };
  assert.deepEqual(replay("one"), [todo(1, "one"), null]);
  assert.deepEqual(replay("other"), [todo(1, "other"), { turnId: pending, until: start }]);
  finishPending(store.sql, "other", "k", "final");
  assert.deepEqual(replay("other"), ["final", null]);
  assert.deepEqual(replay("third"), ["afresh", null]);
  assert.deepEqual(replay("one", start + day), ["afresh", null]);
  assert.equal(count(store.sql), 1);
  await store.commit();
});
