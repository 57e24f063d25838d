/** A long text enters the index of the search in pieces, a write each: the longest turn it makes is that of a piece. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { carryOut } from "../../../src/workspace/maintenance.ts";
import type { DueContext } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { captureSearch, searchTerms } from "../../../src/workspace/search/search.ts";
import { dueAt, dueRules, oweIndexErasure } from "../../../src/workspace/work/queue.ts";
import { addCapture } from "../captures.ts";
import { fakeId } from "../../helpers/ids.ts";
import { openTestFile } from "../sql.ts";

const now = 1_000_000;
/** Every word stands in it once. */
const words = Array.from({ length: 12_000 }, (_, at) => `w${at.toString(36)}x`);
const long = words.join(" ");

function found(sql: Sql, query: string): number[] {
  const { text, match } = searchTerms(query);
  const { text: source, values } = captureSearch.candidates({ match: match ?? "", pattern: text, descending: true });
  const rows = sql.all(
    `SELECT n FROM ${source} CROSS JOIN capture_texts ON capture_n = n WHERE instr(text, ?) > 0`,
    ...values,
    text,
  );
  return rows.map(([n]) => n as number);
}

function fresh(t: TestContext) {
  const file = openTestFile(t);
  const { sql } = file;
  let moment = now;
  /** Carries out what is due then, or 10 ms after the last time; answers how many pieces the file has in the index then. */
  const slice = (then = moment + 10): number => {
    moment = then;
    for (const work of dueRules(sql, moment, 9)) file.command(() => carryOut({ sql, now: moment } as DueContext, work));
    return sql.get("SELECT count(*) FROM capture_pieces")?.[0] as number;
  };
  return { file, sql, slice };
}

const rules = ["captures.list.filters"];

test("a long text is found from its write on, and enters the index a piece in each write", { rules }, (t) => {
  const { file, sql, slice } = fresh(t);
  const n = file.command(() => addCapture(sql, fakeId(1), { content: long }));
  const other = file.command(() => addCapture(sql, fakeId(2), { content: "w7x w8x" }));
  const isFound = (): void => {
    for (let at = 0; at < words.length - 30; at += 611)
      assert.deepEqual(found(sql, words.slice(at, at + 28).join(" ")), [n], words[at] ?? "");
    assert.deepEqual(found(sql, "w7x w8x"), [other, n]);
    assert.deepEqual(found(sql, "w8x w7x"), []);
  };
  isFound();
  const all = Math.ceil((long.length + 4 - 600) / 4400);
  for (let pieces = 1; pieces <= all; pieces += 1) assert.equal(slice(), pieces);
  slice();
  assert.equal(dueAt(sql, "index_text", "capture"), null);
  isFound();
  assert.equal(sql.get("SELECT count(*) FROM capture_pieces WHERE capture_n = ?", n)?.[0], all);
  assert.deepEqual(sql.all("SELECT capture_n FROM capture_unindexed WHERE is_long = 1"), []);
  // By the index alone, without looking into texts.
  const pieces = sql.all('SELECT rowid FROM capture_long_search WHERE capture_long_search MATCH \'"w5x" AND "x w"\'');
  assert.ok(pieces.length > 0 && pieces.length < all, `${pieces.length} of ${all} pieces`);
});

test("a long text that changes or goes leaves no piece of its former one", { rules }, (t) => {
  const { file, sql, slice } = fresh(t);
  const n = file.command(() => addCapture(sql, fakeId(1), { content: long }));
  while (dueAt(sql, "index_text", "capture") !== null) slice();
  file.command(() => captureSearch.change(sql, n, ["short", null]));
  assert.deepEqual(found(sql, "w99x"), []);
  file.command(() => captureSearch.change(sql, n, [null, "z".repeat(2000)]));
  assert.equal(slice(), 0, "the pieces go when the short text is indexed");
  file.command(() => captureSearch.change(sql, n, [long, null]));
  assert.equal(slice(), 1);
  file.command(() => captureSearch.erase(sql, n));
  slice();
  assert.equal(slice(), 0);
  assert.equal(dueAt(sql, "index_text", "capture"), null, "nothing is owed any more");
  for (const index of ["capture_search", "capture_long_search"])
    sql.run(`INSERT INTO ${index} (${index}) VALUES ('integrity-check')`);
});

test("no piece comes in while the index is rewritten for an erasure", { rules: ["boundary.suggestions"] }, (t) => {
  const { file, sql, slice } = fresh(t);
  file.command(() => oweIndexErasure({ sql, now }));
  file.command(() => addCapture(sql, fakeId(1), { content: long }));
  assert.equal(slice(now), 0);
  assert.equal(dueAt(sql, "index_text", "capture"), now + 1000);
  slice(now + 10_000);
  while (dueAt(sql, "erase_words", "search") !== null) slice(now + 10_000);
  assert.ok(slice(now + 11_000) > 0);
});
