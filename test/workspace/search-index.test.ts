/** The search index of a resource: it holds the words of the texts there are and of their past, and nothing else, whatever is changed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readPast } from "../../src/workspace/past-words.ts";
import { captureSearch, type SearchIndex, todoSearch } from "../../src/workspace/search-index.ts";
import { wordsOf } from "../../src/workspace/search-words.ts";
import type { Sql } from "../../src/workspace/sql.ts";
import { fakeId } from "../helpers/ids.ts";
import { openTestFile, type TestFile } from "./sql.ts";

interface Resource {
  readonly name: "todo" | "capture";
  readonly index: SearchIndex;
  readonly isOfPhrases: boolean;
  readonly insert: string;
}

const resources: readonly Resource[] = [
  {
    name: "todo",
    index: todoSearch,
    isOfPhrases: false,
    insert:
      "INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id) VALUES (?, ?, 'T', 1, 1, 1, 'l')",
  },
  {
    name: "capture",
    index: captureSearch,
    isOfPhrases: true,
    insert: `INSERT INTO captures (n, id, type, status, created_at, updated_at, created_by, content)
      VALUES (?, ?, 'note', 'completed', 1, 1, 'me', 'C')`,
  },
];

type Texts = [string | null, string | null];
interface Step {
  readonly n: number;
  readonly texts: Texts;
  /** How the former texts are told: rightly, not at all, or as others. */
  readonly told: "known" | "unknown" | "wrong";
  readonly isErased: boolean;
}

const ns = [1, 2, 3];
/** Few characters, so that words go and come again; the marks of the index and characters of two units among them. */
const short = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "-", "🛒", "\ue020", "\uf8ff"), maxLength: 9 });
/** So many words that the past soon has no room for them. */
const long = fc
  .nat(2000)
  .map((seed) =>
    Array.from({ length: 500 }, (_, at) => (((seed + 7) * (at + 3) ** 3) % 46_656).toString(36)).join(" "),
  );
const text = fc.oneof({ weight: 8, arbitrary: short }, { weight: 1, arbitrary: long });
const step: fc.Arbitrary<Step> = fc.record({
  n: fc.constantFrom(...ns),
  texts: fc.tuple(text, fc.option(text)),
  told: fc.constantFrom("known" as const, "known" as const, "unknown" as const, "wrong" as const),
  isErased: fc.nat(9).map((chance) => chance === 0),
});

/** A fresh file with a list for todos. */
function open(): TestFile {
  const file = openTestFile();
  file.sql.run(
    "INSERT INTO todo_lists (n, id, name, name_key, created_at, updated_at) VALUES (1, 'l', 'L', 'l', 1, 1)",
  );
  return file;
}

/** Checks that the index holds of the record what its row says, and nothing of one that is not there. */
function check(sql: Sql, { name, isOfPhrases }: Resource, n: number): void {
  const row = sql.get(`SELECT text, past FROM ${name}_texts WHERE ${name}_n = ?`, n) as [string, string] | undefined;
  const known = row === undefined ? [] : [...wordsOf(row[0], isOfPhrases), ...readPast(row[1], isOfPhrases).words];
  const held = sql
    .all(`SELECT DISTINCT term FROM ${name}_search_terms WHERE doc = ?`, n)
    .map(([term]) => term as string);
  assert.deepEqual(held.toSorted(), [...new Set(known)].toSorted());
  assert.ok(row === undefined || new TextEncoder().encode(row[1]).length < 40_000);
}

function carryOut(sql: Sql, { name, index, insert }: Resource, texts: Map<number, Texts>, step: Step): void {
  const former = texts.get(step.n);
  if (step.isErased) {
    index.erase(sql, step.n);
    texts.delete(step.n);
    sql.run(`DELETE FROM ${name}s WHERE n = ?`, step.n);
    return;
  }
  texts.set(step.n, step.texts);
  if (former === undefined) {
    sql.run(insert, step.n, fakeId(step.n));
    index.add(sql, step.n, step.texts);
  } else if (step.told === "unknown") index.change(sql, step.n, step.texts);
  else index.change(sql, step.n, step.texts, step.told === "known" ? former : ["somebody else's", null]);
}

for (const resource of resources) {
  test(`${resource.name}s: after any changes the index holds the words of each text and its past; erased, it holds nothing of them`, () => {
    fc.assert(
      fc.property(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), (groups) => {
        const file = open();
        const { sql } = file;
        const texts = new Map<number, Texts>();
        for (const group of groups) {
          for (const one of group) carryOut(sql, resource, texts, one);
          for (const n of ns) check(sql, resource, n);
        }
        sql.run(`INSERT INTO ${resource.name}_search (${resource.name}_search) VALUES ('integrity-check')`);
        for (const n of texts.keys()) resource.index.erase(sql, n);
        assert.deepEqual(sql.all(`SELECT DISTINCT term FROM ${resource.name}_search_terms`), []);
        file.close();
      }),
      { seed: 7, numRuns: 25, endOnFailure: true },
    );
  });
}

test("what an older version has left of former texts, words alone, goes with the record", (t) => {
  const file = open();
  t.after(() => file.close());
  const { sql } = file;
  sql.run(resources[0]?.insert ?? "", 1, fakeId(1));
  todoSearch.add(sql, 1, ["now", null]);
  sql.run("INSERT INTO todo_search (rowid, runs) VALUES (1, 'abc bcd')");
  sql.run("UPDATE todo_texts SET past = 'abc bcd' WHERE todo_n = 1");
  todoSearch.change(sql, 1, ["abc", null], ["now", null]);
  todoSearch.change(sql, 1, ["then", null], ["abc", null]);
  assert.equal(sql.get("SELECT count(*) FROM todo_search_terms WHERE term = 'bcd'")?.[0], 1);
  todoSearch.erase(sql, 1);
  assert.deepEqual(sql.all("SELECT term FROM todo_search_terms"), []);
});

test("an index that keeps words which are taken out fails the write instead of holding it for ever", (t) => {
  const file = open();
  t.after(() => file.close());
  const { sql } = file;
  sql.run(resources[0]?.insert ?? "", 1, fakeId(1));
  todoSearch.add(sql, 1, ["abcd", null]);
  sql.run("UPDATE todo_texts SET past = 'abc' WHERE todo_n = 1");
  const damaged: Sql = { ...sql, all: () => [["abc"]], run: () => undefined };
  assert.throws(() => todoSearch.erase(damaged, 1), /keeps words of todo 1 .*damaged/);
});
