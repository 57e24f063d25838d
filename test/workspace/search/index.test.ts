/** The search of a resource against a model that looks into every text, whatever is written, changed, erased and rewritten. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fold } from "../../../src/schema/fold.ts";
import {
  captureSearch,
  messageSearch,
  type Searched,
  type SearchIndex,
  searchTerms,
  segmentSearch,
  todoSearch,
} from "../../../src/workspace/search/search.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { openTestFile } from "../sql.ts";

interface Resource {
  readonly name: Searched;
  readonly index: SearchIndex;
  readonly rule: string;
  /** Of the row whose texts these are; none where the texts refer to none. */
  readonly insert?: string;
}

const resources: readonly Resource[] = [
  {
    name: "todo",
    index: todoSearch,
    rule: "todos.list.query",
    insert:
      "INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id) VALUES (?, ?, 'T', 1, 1, 1, 'l')",
  },
  {
    name: "capture",
    index: captureSearch,
    rule: "captures.list.filters",
    insert: `INSERT INTO captures (n, id, type, status, created_at, updated_at, created_by, content)
      VALUES (?, ?, 'note', 'completed', 1, 1, 'me', 'C')`,
  },
  { name: "message", index: messageSearch, rule: "boundary.chats" },
  { name: "segment", index: segmentSearch, rule: "captures.list.speech" },
];

type Texts = readonly [string | null, string | null];
type Step =
  | { readonly kind: "write"; readonly n: number; readonly texts: Texts }
  | { readonly kind: "erase"; readonly n: number }
  | { readonly kind: "erase all"; readonly n: number }
  | { readonly kind: "write all"; readonly texts: readonly string[] }
  | { readonly kind: "slice" }
  | { readonly kind: "piece" };

const ns = [1, 2, 3, 4, 5];
/** Few characters, so that trigrams come, go and come again; long texts, so that the waiting ones are indexed; such as the index, its queries or folding may trip over among them. */
const unit = fc.constantFrom(
  "a",
  "b",
  "B",
  " ",
  '"',
  "*",
  "-",
  "%",
  "ß",
  "ı",
  "\u0301",
  "e",
  "Σ",
  "🛒",
  "漢",
  "\ufffd",
);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit, minLength: 20, maxLength: 60 }).map((piece) => piece.repeat(200)) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("write" as const),
      n: fc.constantFrom(...ns),
      texts: fc.tuple(text, fc.option(text)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("erase" as const, "erase all" as const), n: fc.constantFrom(...ns) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("write all" as const), texts: fc.array(text, { maxLength: ns.length }) }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "slice" as const }) },
  { weight: 2, arbitrary: fc.constant({ kind: "piece" as const }) },
);

function carryOut(sql: Sql, { name, index, insert }: Resource, texts: Map<number, Texts>, one: Step): void {
  if (one.kind === "slice") index.eraseSlice(sql);
  else if (one.kind === "piece") index.indexPiece(sql);
  else if (one.kind === "erase" || one.kind === "erase all") {
    const gone = one.kind === "erase" ? [one.n] : ns.filter((n) => n >= one.n);
    if (one.kind === "erase") index.erase(sql, one.n);
    else index.eraseAll(sql, gone);
    for (const n of gone) {
      if (insert !== undefined) sql.run(`DELETE FROM ${name}s WHERE n = ?`, n);
      texts.delete(n);
    }
  } else if (one.kind === "write all") {
    const free = ns.filter((n) => !texts.has(n));
    const records = one.texts.slice(0, free.length).map((written, at) => ({ n: free[at] as number, text: written }));
    for (const { n, text: written } of records) {
      if (insert !== undefined) sql.run(insert, n, fakeId(n));
      texts.set(n, [written, null]);
    }
    index.insertAll(sql, records);
  } else if (texts.has(one.n)) {
    index.change(sql, one.n, one.texts);
    texts.set(one.n, one.texts);
  } else {
    if (insert !== undefined) sql.run(insert, one.n, fakeId(one.n));
    index.insert(sql, one.n, one.texts);
    texts.set(one.n, one.texts);
  }
}

function found(sql: Sql, { name, index }: Resource, query: string): number[] {
  const { text: pattern, match } = searchTerms(query);
  const all = { text: `(SELECT ${name}_n AS n FROM ${name}_texts)`, values: [] };
  const { text: source, values } = match === null ? all : index.candidates({ match, descending: false });
  const rows = sql.all(
    `SELECT n FROM ${source} CROSS JOIN ${name}_texts ON ${name}_n = n WHERE instr(text, ?) > 0`,
    ...values,
    pattern,
  );
  const holding = index.holding(sql, { text: pattern, match });
  const held = sql.all(`SELECT n FROM ${holding.text}`, ...holding.values);
  assert.deepEqual(held, rows.toReversed(), "the greatest n first");
  return rows.map(([n]) => n as number);
}

function expected(texts: ReadonlyMap<number, Texts>, query: string): number[] {
  const pattern = fold(query.trim());
  return ns.filter((n) => texts.get(n)?.some((part) => fold(part ?? "").includes(pattern)));
}

for (const resource of resources) {
  test(
    `${resource.name}s: after any changes a pattern finds exactly the texts that contain it`,
    { rules: [resource.rule] },
    () => {
      const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 });
      const pieces = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 9 })), { minLength: 3, maxLength: 6 });
      fc.assert(
        fc.property(groups, pieces, fc.string({ unit, minLength: 1, maxLength: 5 }), (all, cuts, foreign) => {
          const file = openTestFile();
          const { sql } = file;
          sql.run(
            "INSERT INTO todo_lists (n, id, name, name_key, created_at, updated_at) VALUES (1, 'l', 'L', 'l', 1, 1)",
          );
          const texts = new Map<number, Texts>();
          for (const group of all) {
            for (const one of group) carryOut(sql, resource, texts, one);
            const written = [...texts.values()]
              .flat()
              .filter((part) => part !== null)
              .map((part) => Array.from(part));
            const patterns = cuts.map(([at, length]) => {
              const whole = written[at % written.length] ?? [];
              return whole
                .slice(at % Math.max(1, whole.length))
                .slice(0, length)
                .join("");
            });
            for (const query of [...patterns, foreign].filter((one) => one.trim() !== ""))
              assert.deepEqual(found(sql, resource, query), expected(texts, query), JSON.stringify(query));
          }
          sql.run(`INSERT INTO ${resource.name}_search (${resource.name}_search) VALUES ('integrity-check')`);
          file.close();
        }),
        { seed: 7, numRuns: 25, endOnFailure: true },
      );
    },
  );
}

test("candidates come in the order of n, within their range, deferred ones among the indexed", (t) => {
  const { sql } = openTestFile(t);
  sql.run("INSERT INTO todo_lists (n, id, name, name_key, created_at, updated_at) VALUES (1, 'l', 'L', 'l', 1, 1)");
  const long = "and so on ".repeat(101);
  for (let n = 1; n <= 9; n += 1) {
    sql.run(resources[0]?.insert ?? "", n, fakeId(n));
    todoSearch.insert(sql, n, ["invoice", n === 6 ? long : null]);
  }
  todoSearch.change(sql, 2, ["another invoice", null]);
  const candidates = (descending: boolean, more = {}): unknown[] => {
    const { text: source, values } = todoSearch.candidates({ match: '"inv"', descending, ...more });
    return sql.all(`SELECT n FROM ${source}`, ...values).map(([n]) => n);
  };
  assert.deepEqual(sql.all("SELECT todo_n FROM todo_unindexed").flat(), [2, 7, 8, 9]);
  assert.deepEqual(candidates(false), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(candidates(true), [9, 8, 7, 6, 5, 4, 3, 2, 1]);
  assert.deepEqual(candidates(true, { from: 2, to: 7 }), [7, 6, 5, 4, 3, 2]);
  assert.deepEqual(candidates(false, { pattern: "another invoice" }), [1, 2, 3, 4, 5, 6], "deferred texts are read");
});

test("a search asks for four trigrams at most, quoted; below three characters there is none", () => {
  assert.deepEqual(searchTerms(" Größe "), { text: "grösse", match: '"grö" AND "sse"' });
  assert.equal(searchTerms("漢🛒漢 x漢漢").match, '"漢 x" AND "漢🛒漢"');
  assert.deepEqual(searchTerms('a"b'), { text: 'a"b', match: '"a""b"' });
  assert.deepEqual(searchTerms("🛒漢x"), { text: "🛒漢x", match: '"🛒漢x"' });
  assert.deepEqual(searchTerms("aaaa").match, '"aaa"');
  assert.equal(searchTerms("000051000").match, '"005" AND "100"');
  assert.equal(searchTerms("abcdefghijklmnop").match, '"abc" AND "nop"');
  assert.equal(searchTerms("abcd efgh ijkl mn").match, '"d e" AND "abc" AND "bcd" AND "efg"');
  assert.equal(searchTerms("an invoice").match, '"n i" AND "inv" AND "ice"');
  assert.equal(searchTerms("an invoice to pay").match, '"e t" AND "inv" AND "ice"');
  assert.equal(searchTerms("a b c").match, '"a b" AND " b " AND "b c"');
  assert.equal(searchTerms("ab  cd").match, '"ab " AND "b  " AND "  c"');
  for (const query of ["ab", "漢", "🛒🛒", "  a  "]) assert.equal(searchTerms(query).match, null);
});
