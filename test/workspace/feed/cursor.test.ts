/** Positions in the journal that followers come back to. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { newestPosition, positionAt } from "../../../src/workspace/feed/cursor.ts";
import { forgetOld } from "../../../src/workspace/protocol/journal/retention.ts";
import { openTestFile } from "../sql.ts";

test("a position lasts until its followers may be forgotten; then it is too old, another history's is restored", (t) => {
  const { sql } = openTestFile(t);
  assert.deepEqual(newestPosition(sql), { n: 0, cursor: "0-" });
  const insert = "INSERT INTO changes (n, at, kind, record_id, op, hash) VALUES (?, ?, 'todo', 'x', 'touched', ?)";
  const day = 24 * 60 * 60 * 1000;
  for (const n of [1, 2, 3, 4]) sql.run(insert, n, n * day, `hash-of-${n}`);
  assert.deepEqual(newestPosition(sql), { n: 4, cursor: "4-hash-of-" });
  assert.deepEqual(positionAt(sql, "0-"), { n: 0, cursor: "0-" });
  assert.deepEqual(positionAt(sql, "2-hash-of-"), { n: 2, cursor: "2-hash-of-" });
  for (const cursor of ["2-anotherh", "9-hash-of-", "nowhere"])
    assert.equal(positionAt(sql, cursor), "restored", cursor);
  forgetOld(sql, 0, 3 * day + 1, 5 * day);
  assert.deepEqual(
    ["0-", "1-hash-of-", "2-hash-of-"].map((cursor) => positionAt(sql, cursor)),
    ["too_old", "too_old", "too_old"],
  );
  assert.deepEqual(positionAt(sql, "4-hash-of-"), { n: 4, cursor: "4-hash-of-" });
});
