/** The search of captures, and how what lists ask is answered: through indexes. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { CaptureListQuery } from "../../../src/schema/capture.ts";
import { readFilter } from "../../../src/workspace/captures/filter.ts";
import { captureRows, countCaptures } from "../../../src/workspace/captures/page.ts";
import { setTags } from "../../../src/workspace/captures/tags.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const moment = "2026-01-05T09:00:00Z";

function fresh(t: TestContext): Sql {
  return openTestFile(t).sql;
}

const found = (sql: Sql, query: string) =>
  captureRows(sql, readFilter(sql, { query }), 200, undefined).map(({ n }) => n);

test("a phrase matches where its words stand together", { rules: ["captures.list.filters"] }, (t) => {
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

test("every list and count comes out of an index, without sorting", { rules: ["captures.list.filters"] }, (t) => {
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
      /^SCAN (?!(?:capture_search|p) VIRTUAL TABLE INDEX|s$|CONSTANT|\(subquery-)|TEMP B-TREE/.test(line),
    );
    const isOfFew = plan.find((line) => line.startsWith("SEARCH"))?.includes("captures_updated") === true;
    // Long texts that may match are few, and come by piece.
    const ofLong = plan.indexOf("SCAN capture_pieces");
    if (ofLong > 0 && plan[ofLong + 2] === "USE TEMP B-TREE FOR ORDER BY")
      assert.deepEqual(careless.splice(0), [
        "SCAN i VIRTUAL TABLE INDEX 0:M1",
        "SCAN capture_pieces",
        plan[ofLong + 2],
      ]);
    if (isOfFew)
      assert.deepEqual(careless.splice(0), text.includes("ORDER BY") ? ["USE TEMP B-TREE FOR ORDER BY"] : []);
    assert.deepEqual(careless, [], `${text}\n${plan.join("\n")}`);
  }
});
