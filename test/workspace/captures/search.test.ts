/**
 * The search index of captures: it holds the junctions of words, those of rows that an older version left are added some at a time,
 * and nothing of an erased capture stays in it. What lists ask is answered through indexes.
 */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { CaptureListQuery } from "../../../src/schema/capture.ts";
import type { Store } from "../../../src/actors/store/store.ts";
import { readFilter } from "../../../src/workspace/captures/filter.ts";
import { captureRows, countCaptures } from "../../../src/workspace/captures/page.ts";
import { eraseCaptureRow, setCaptureTexts } from "../../../src/workspace/captures/queries.ts";
import { setTags } from "../../../src/workspace/captures/tags.ts";
import { carryOut } from "../../../src/workspace/due.ts";
import { captureSearch } from "../../../src/workspace/search-index.ts";
import { runsOf } from "../../../src/workspace/search-words.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { dueRules } from "../../../src/workspace/work.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { change, oldWorkspace, openNow } from "../../helpers/old-workspace.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const before = 17;
const moment = "2026-01-05T09:00:00Z";

function fresh(t: TestContext): Sql {
  const file = openTestFile();
  t.after(() => file.close());
  return file.sql;
}

/** Distinct words of the index. */
const wordsIn = (sql: Sql) => sql.all("SELECT DISTINCT term FROM capture_search_terms").map(([term]) => term as string);
const found = (sql: Sql, query: string) =>
  captureRows(sql, readFilter(sql, { query }), 200, undefined).map(({ n }) => n);
const candidates = (sql: Sql, query: string) =>
  sql.get("SELECT count(*) FROM capture_search WHERE capture_search MATCH ?", readFilter(sql, { query }).match)?.[0];

test("a phrase of words that stand everywhere, but nowhere together, is looked for in no text [captures.list.filters]", (t) => {
  const sql = fresh(t);
  const texts = ["about the invoice", "about a garden, the rest", "invoice the garden about it"];
  texts.forEach((content, at) => void addCapture(sql, fakeId(at + 1), { content: `${content} and about the end` }));
  for (const [query, ns] of [
    ["ABOUT THE INVOICE", [1]],
    ["garden, the", [2]],
    ["bout the", [3, 2, 1]],
    ["the rest about the", []],
    ["t the e", [3, 2, 1]],
  ] as const) {
    assert.deepEqual(found(sql, query), ns, query);
  }
  assert.equal(candidates(sql, "the rest about the"), 0);
  assert.equal(candidates(sql, "garden, the"), 1);
});

test("nothing of an erased capture stays in the index: neither runs nor junctions, of former texts neither [captures.erase]", (t) => {
  const sql = fresh(t);
  const former = ["a first text of it", "another one in its place", ""];
  const all = [1, 2, 3].map((at) =>
    addCapture(sql, fakeId(at), { title: "With a title", titleBy: "person", content: `Number ${at} it is` }),
  );
  for (const n of all)
    for (const text of former.slice(0, n)) setCaptureTexts(sql, n, null, { content: text, notes: null });
  for (const text of Array.from({ length: 40 }, (_, at) => `${at} ${"so it goes on ".repeat(3)} ${at * 7919}`))
    setCaptureTexts(sql, 1, text, { content: text.split("").reverse().join(""), notes: `${text} ${text}` });
  assert.ok(wordsIn(sql).some((word) => word.length === 7));
  for (const n of all) eraseCaptureRow(sql, n);
  assert.deepEqual(wordsIn(sql), []);
});

/** A file of the schema before junctions with so many notes, of which every seventh has the phrase; opened by this version. */
function olderFile(t: TestContext, count: number, more = ""): Store {
  const dataDir = tempDir(t);
  const file = oldWorkspace(dataDir, before);
  const notes = Array.from({ length: count }, (_, at) => {
    const [n, words] = [at + 1, at % 7 === 0 ? "about the invoice" : "the invoice, about it"];
    const text = `${words} and more of ${n} ${more}`;
    return `INSERT INTO captures (n, id, type, status, created_at, updated_at, created_by, content)
        VALUES (${n}, '${fakeId(n)}', 'note', 'completed', ${n}, ${n}, '${fakeId(0xb)}', '${text}');
      INSERT INTO capture_texts (capture_n, text) VALUES (${n}, '${text}');
      INSERT INTO capture_search (rowid, runs) VALUES (${n}, '${[...runsOf(text)].join(" ")}');`;
  });
  change(file, notes.join("\n"));
  return openNow(t, file, before);
}

test("what an older version has put in gets its junctions some at a time; meanwhile the same is found, and all can be changed and erased [captures.list.filters, captures.erase]", async (t) => {
  const count = 100;
  const store = olderFile(t, count);
  const { sql } = store;
  const changed = [50, 99];
  const wanted = Array.from({ length: count }, (_, at) => at + 1).filter((n) => n % 7 === 1 && !changed.includes(n));
  const context = { sql, now: 1, newId: () => fakeId(1), secondsLeft: null };
  let writes = 0;
  for (;;) {
    const [work] = store.read((reader) => dueRules(reader, context.now, 1));
    assert.deepEqual(
      found(sql, "about the invoice").filter((n) => !changed.includes(n)),
      wanted.toReversed(),
    );
    if (work === undefined) break;
    assert.deepEqual(captureSearch.junctionsOf(sql, "about the invoice"), []);
    store.begin();
    carryOut(context, work);
    const first = writes === 0 ? changed : [];
    for (const n of first) setCaptureTexts(sql, n, null, { content: "about the invoice anew", notes: null });
    if (writes === 1) eraseCaptureRow(sql, 99);
    await store.commit();
    writes += 1;
  }
  assert.ok(writes > 1, String(writes));
  assert.equal(captureSearch.junctionsOf(sql, "about the invoice").length, 2);
  assert.equal(candidates(sql, "about the invoice"), wanted.length + 1);
  store.begin();
  for (let n = 1; n <= count; n += 1) eraseCaptureRow(sql, n);
  await store.commit();
  assert.deepEqual(wordsIn(sql), []);
});

test("long texts are caught up with one at a time", async (t) => {
  const store = olderFile(t, 3, "so it goes on and on ".repeat(2500));
  let left = 3;
  for (; left > 0; left -= 1) {
    assert.equal(store.sql.get("SELECT count(*) FROM capture_texts WHERE has_junctions = 0")?.[0], left);
    store.begin();
    assert.equal(captureSearch.catchUp(store.sql), left > 1);
    await store.commit();
  }
});

test("a file without captures has nothing to catch up with", (t) => {
  const store = olderFile(t, 0);
  assert.deepEqual(dueRules(store.sql, 1, 1), []);
});

/** The same, writing down what is asked of it. */
function watched(sql: Sql): { readonly sql: Sql; readonly asked: Map<string, readonly unknown[]> } {
  const asked = new Map<string, readonly unknown[]>();
  const noted = (text: string, values: readonly unknown[]): string => {
    asked.set(text, values);
    return text;
  };
  const all: Sql["all"] = (text, ...values) => sql.all(noted(text, values), ...values);
  const get: Sql["get"] = (text, ...values) => sql.get(noted(text, values), ...values);
  return { sql: { ...sql, all, get }, asked };
}

const parts: readonly CaptureListQuery[] = [
  { tags: "sales" },
  { tags: "sales,other" },
  { type: "recording" },
  { updatedSince: moment },
  { createdAfter: moment, createdBefore: moment },
  { query: "about the invoice" },
  { query: "the" },
  { query: "t" },
  { includeArchived: true },
];

test("whatever is asked of the list, pages and counts come out of an index, and nothing is sorted but the few that changed lately [captures.list.filters]", (t) => {
  const plain = fresh(t);
  const { sql, asked } = watched(plain);
  const ids = createFakeIds();
  for (let at = 1; at <= 60; at += 1) {
    const n = addCapture(plain, fakeId(at), { content: `about the invoice ${at}`, type: "note" }, at);
    setTags({ sql: plain, now: at, newId: () => ids.uuid() }, { n, isArchived: false, tags: [] }, ["sales", "other"]);
  }
  const queries = [{}, ...parts, ...parts.flatMap((one) => parts.map((other) => ({ ...one, ...other })))];
  for (const query of queries) {
    const filter = readFilter(sql, query);
    captureRows(sql, filter, 26, undefined);
    countCaptures(sql, filter);
  }
  assert.ok(asked.size > 30, String(asked.size));
  for (const [text, values] of asked) {
    const plan = plain.all(`EXPLAIN QUERY PLAN ${text}`, ...(values as never[])).map((row) => String(row[3]));
    const careless = plan.filter((line) =>
      /^SCAN (?!capture_texts USING INDEX capture_texts_older|[sp] VIRTUAL TABLE INDEX|CONSTANT|\(subquery-|capture_search_terms VIRTUAL)|TEMP B-TREE/.test(
        line,
      ),
    );
    const isOfFew = plan.find((line) => line.startsWith("SEARCH"))?.includes("captures_updated") === true;
    if (isOfFew)
      assert.deepEqual(careless.splice(0), text.includes("ORDER BY") ? ["USE TEMP B-TREE FOR ORDER BY"] : []);
    assert.deepEqual(careless, [], `${text}\n${plan.join("\n")}`);
  }
});
