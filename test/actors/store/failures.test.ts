/** How failures of the database are reported. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isPoisonous, toCommitFailure, toWriteFailure } from "../../../src/actors/store/failures.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { insertNote, openFixture } from "./fixture.ts";

function failureOf(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error("It did not fail.");
}

test("a full file poisons its connection and answers 500 with Retry-After, without a path", (t) => {
  const { store, pool, file } = openFixture(t);
  const connection = pool.acquire(file, "writer");
  connection.exec("PRAGMA ws.max_page_count=1");
  connection.begin();
  const fill = () => {
    for (let n = 0; n < 100; n++) connection.sql.run(insertNote, `note ${n}`, "x".repeat(4000));
  };
  const full = failureOf(fill);
  assert.equal((full as Error & { code: string }).code, "SQLITE_FULL");
  assert.equal(connection.state, "poisoned");
  pool.release(connection);
  const refusal = toWriteFailure(full) as ApiError;
  assert.deepEqual([refusal.code, refusal.status, refusal.headers], ["internal_error", 500, { "Retry-After": "5" }]);
  assert.equal(refusal.message.includes(file), false);
  assert.equal(refusal.cause, full);
  assert.deepEqual(
    store.read((sql) => sql.get("SELECT count(*) FROM notes")),
    [0],
  );
});

test("a read-only file answers the same and does not cost the connection", (t) => {
  const { pool, file } = openFixture(t);
  const reader = pool.acquire(file, "reader", () => undefined);
  const readonly = failureOf(() => reader.exec("INSERT INTO notes (id, title) VALUES ('a', 't')"));
  assert.equal(isPoisonous(readonly), false);
  assert.ok(toWriteFailure(readonly) instanceof ApiError);
  assert.deepEqual(reader.sql.get("SELECT count(*) FROM notes"), [0]);
  pool.release(reader);
});

test("any other failure is passed on as it is", () => {
  for (const failure of [new Error("mine"), new ApiError("resource_conflict", "no"), "text", null]) {
    assert.equal(toWriteFailure(failure), failure);
  }
});

test("of a commit that failed it is only known that nothing was changed when the disk is full or read-only", () => {
  const failureWith = (rawCode: number): Error => Object.assign(new Error("no"), { rawCode });
  const words = (rawCode: number): string => (toCommitFailure(failureWith(rawCode)) as ApiError).message;
  for (const [code, why] of [
    [13, /full/],
    [8, /read-only/],
  ] as const) {
    assert.match(words(code), /nothing was changed/);
    assert.match(words(code), why);
  }
  assert.match(words(10), /may or may not be stored.*Idempotency-Key/);
});
