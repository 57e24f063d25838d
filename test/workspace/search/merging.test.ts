/** The index of the search is merged into one segment when it has many, in slices between which texts may come in. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { carryOut } from "../../../src/workspace/maintenance.ts";
import type { DueContext } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { captureSearch, todoSearch } from "../../../src/workspace/search/search.ts";
import { dueAt, dueRules, enqueue } from "../../../src/workspace/work/queue.ts";
import { addCapture } from "../captures.ts";
import { fakeId } from "../../helpers/ids.ts";
import { openTestFile } from "../sql.ts";

const now = 1_000_000;
const minute = 60_000;
/** A text of this length waits for no others to be indexed: each write is a segment. */
const long = "and so it goes on ".repeat(60);

function segmentsOf(sql: Sql): number {
  return sql.get("SELECT count(DISTINCT segid) FROM todo_search_idx")?.[0] as number;
}

function add(sql: Sql, n: number): void {
  sql.run(
    "INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id) VALUES (?, ?, 'T', 1, 1, 1, 'l')",
    n,
    fakeId(n),
  );
  todoSearch.insert(sql, n, [`invoice ${n}`, long]);
}

test("an index in many segments is merged into one, a minute after the last slice when texts come in", (t) => {
  const file = openTestFile(t);
  const { sql } = file;
  sql.run("INSERT INTO todo_lists (n, id, name, name_key, created_at, updated_at) VALUES (1, 'l', 'L', 'l', 1, 1)");
  const slice = (moment: number): void => {
    const [work] = dueRules(sql, moment, 1);
    assert.ok(work);
    file.command(() => carryOut({ sql, now: moment } as DueContext, work));
  };
  let n = 0;
  while (dueAt(sql, "erase_words", "merge") === null) file.command(() => add(sql, (n += 1)));
  assert.ok(n >= 4 && segmentsOf(sql) >= 4, `${n} texts, ${segmentsOf(sql)} segments`);
  assert.equal(dueAt(sql, "erase_words", "merge"), 0);
  slice(now);
  while (dueAt(sql, "erase_words", "merge") === now) slice(now);
  assert.equal(dueAt(sql, "erase_words", "merge"), null);
  assert.equal(segmentsOf(sql), 1);

  // A row that is owed, and texts that come in at the same time.
  sql.run(
    "INSERT INTO work (kind, lane, subject_id, due_at, put_at) VALUES ('erase_words', 'rules', 'merge', ?1, ?1)",
    now,
  );
  while (dueAt(sql, "erase_words", "merge") === now) file.command(() => add(sql, (n += 1)));
  assert.equal(dueAt(sql, "erase_words", "merge"), now + minute);
  assert.deepEqual(dueRules(sql, now + minute - 1, 1), []);
  while (dueAt(sql, "erase_words", "merge") !== null) slice(now + minute);
  assert.equal(segmentsOf(sql), 1);
  sql.run("INSERT INTO todo_search (todo_search) VALUES ('integrity-check')");
  const { text, values } = todoSearch.candidates({ match: '"inv"', descending: false });
  assert.equal(sql.get(`SELECT count(*) FROM ${text}`, ...values)?.[0], n);
});

test("an index is not merged into one while long texts come into it, each of which would begin that again", (t) => {
  const file = openTestFile(t);
  const { sql } = file;
  const words = Array.from({ length: 60_000 }, (_, at) => `w${at.toString(36)}x`).join(" ");
  file.command(() => addCapture(sql, fakeId(1), { content: words }));
  enqueue({ sql, now }, "erase_words", "merge");
  const segments = (): number => sql.get("SELECT count(DISTINCT segid) FROM capture_long_search_idx")?.[0] as number;
  let most = 0;
  let moment = now;
  while (captureSearch.owesPieces(sql)) {
    moment += 10;
    for (const work of dueRules(sql, moment, 9)) file.command(() => carryOut({ sql, now: moment } as DueContext, work));
    enqueue({ sql, now }, "erase_words", "merge");
    most = Math.max(most, segments());
  }
  assert.ok(most < 20, `${most} segments`);
  for (let due = dueRules(sql, moment + 10, 9); due.length > 0; due = dueRules(sql, moment + 10, 9))
    for (const work of due) file.command(() => carryOut({ sql, now: moment + 10 } as DueContext, work));
  assert.equal(segments(), 1);
});
