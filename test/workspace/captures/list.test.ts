/** The list of captures: whatever it is asked, it answers what a plain look at every row would. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import { fold } from "../../../src/schema/fold.ts";
import type { CaptureListQuery } from "../../../src/schema/capture.ts";
import { encodePosition } from "../../../src/workspace/protocol/cursor.ts";
import { readFilter } from "../../../src/workspace/captures/filter.ts";
import { captureRows, countCaptures, positionOf } from "../../../src/workspace/captures/page.ts";
import { captureRow, setCaptureArchived, setGenerated, touchCapture } from "../../../src/workspace/captures/queries.ts";
import { archiveTags, setTags, tagRows } from "../../../src/workspace/captures/tags.ts";
import { toInstant } from "../../../src/workspace/time/instant.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const begin = Date.UTC(2026, 0, 5, 9);
const minute = 60_000;
const names = ["sales", "Ünder", "a b"];

interface Plain {
  readonly id: string;
  readonly type: "note" | "recording";
  readonly isArchived: boolean;
  readonly tags: readonly string[];
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly texts: readonly string[];
}

const plainCapture = fc.record({
  isRecording: fc.boolean(),
  isArchived: fc.boolean(),
  tags: fc.subarray(names),
  wait: fc.constantFrom(0, minute, 2 * minute),
  later: fc.constantFrom(0, 0, minute, 50 * minute),
  words: fc.array(fc.constantFrom<string[]>("invoice", "Straße", "50%", "ab", "_x", "漢字", "offer"), {
    minLength: 1,
    maxLength: 4,
  }),
});
const plainQuery = fc.record(
  {
    type: fc.constantFrom("note" as const, "recording" as const),
    tags: fc.constantFrom("sales", "SALES,ünder", "a b", "sales,ünder,a b", "unknown", "sales,unknown"),
    includeArchived: fc.boolean(),
    createdAfter: fc.integer({ min: -1, max: 12 }).map((n) => toInstant(begin + n * minute)),
    createdBefore: fc.integer({ min: -1, max: 12 }).map((n) => toInstant(begin + n * minute)),
    updatedSince: fc.integer({ min: -1, max: 60 }).map((n) => toInstant(begin + n * minute)),
    query: fc.constantFrom(
      "invoice",
      "STRASSE",
      "0%",
      "a",
      "_",
      "漢字",
      "offer straße",
      "nothing",
      "voice o",
      "ce offer",
      "50% inv",
    ),
  },
  { requiredKeys: [] },
);

function fill(sql: Sql, given: readonly (typeof plainCapture extends fc.Arbitrary<infer T> ? T : never)[]): Plain[] {
  const ids = createFakeIds();
  const newId = () => ids.uuid();
  let now = begin;
  return given.map(({ isRecording, isArchived, tags, wait, later, words }) => {
    now += wait;
    const [title = "", ...rest] = words;
    const [content, notes] = isRecording ? [null, rest.join(" ")] : [rest.join(" "), null];
    const type = isRecording ? "recording" : "note";
    const id = newId();
    const n = addCapture(sql, id, { type, title, titleBy: "person", content, notes }, now);
    setGenerated(sql, n, { title: "never", subtitle: "not searched offer", summary: words.join("-") }, now);
    setTags({ sql, now, newId }, { n, isArchived: false, tags: [] }, tags);
    if (isArchived) {
      setCaptureArchived(sql, n, true);
      archiveTags(sql, n, true, now);
    }
    touchCapture(sql, n, now + later);
    const texts = [title, content ?? "", notes ?? "", words.join("-")];
    return { id, type, isArchived, tags, createdAt: now, updatedAt: now + later, texts };
  });
}

function expected(all: readonly Plain[], query: CaptureListQuery): string[] {
  const tags = query.tags?.split(",").map(fold) ?? [];
  const text = query.query === undefined ? null : fold(query.query);
  const within = (moment: number, from: string | undefined, to: string | undefined) =>
    moment >= Date.parse(from ?? toInstant(0)) && moment <= Date.parse(to ?? "9999-01-01T00:00:00Z");
  return all
    .filter((one) => one.isArchived === (query.includeArchived ?? false))
    .filter((one) => query.type === undefined || one.type === query.type)
    .filter((one) => tags.every((tag) => one.tags.map(fold).includes(tag)))
    .filter((one) => within(one.createdAt, query.createdAfter, query.createdBefore))
    .filter((one) => within(one.updatedAt, query.updatedSince, undefined))
    .filter((one) => text === null || one.texts.some((each) => fold(each).includes(text)))
    .map(({ id }) => id)
    .reverse();
}

function walk(sql: Sql, query: CaptureListQuery, limit: number): string[] {
  const filter = readFilter(sql, query);
  const ids: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const rows = captureRows(sql, filter, limit, cursor);
    ids.push(...rows.map(({ id }) => id));
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return ids;
    cursor = encodePosition(positionOf(last));
  }
}

function fresh(t: TestContext): Sql {
  return openTestFile(t).sql;
}

test(
  "any filters together list exactly what matches, newest first, and count it",
  { rules: ["captures.list.filters", "captures.list.newest-first", "captures.list.count"] },
  () => {
    fc.assert(
      fc.property(
        fc.array(plainCapture, { minLength: 30, maxLength: 60 }),
        fc.array(plainQuery, { minLength: 25, maxLength: 25 }),
        fc.integer({ min: 1, max: 9 }),
        (given, queries, limit) => {
          const file = openTestFile();
          try {
            const all = fill(file.sql, given);
            for (const query of queries) {
              const wanted = expected(all, query);
              assert.deepEqual(walk(file.sql, query, limit), wanted, JSON.stringify(query));
              assert.equal(countCaptures(file.sql, readFilter(file.sql, query)), wanted.length, JSON.stringify(query));
            }
          } finally {
            file.close();
          }
        },
      ),
      { seed: 7, numRuns: 8 },
    );
  },
);

test("a narrow filter with a broad one lists the same", { rules: ["captures.list.filters"] }, (t) => {
  const sql = fresh(t);
  const common = { isRecording: false, isArchived: false, tags: ["sales"], wait: minute, later: 0, words: ["invoice"] };
  const all = fill(sql, [
    ...Array.from({ length: 120 }, () => common),
    { ...common, isRecording: true, tags: ["sales", "a b"], words: ["invoice", "offer"] },
    ...Array.from({ length: 120 }, () => common),
  ]);
  for (const query of [
    { query: "invoice", type: "recording" as const },
    { query: "invoice", tags: "sales,a b" },
    { query: "invoice", tags: "a b,sales" },
    { query: "invoice", updatedSince: toInstant(begin + 200 * minute) },
    { tags: "sales", createdAfter: toInstant(begin + 200 * minute) },
  ]) {
    assert.deepEqual(walk(sql, query, 7), expected(all, query), JSON.stringify(query));
  }
});

test("tags keep their first spelling and go with their last capture", { rules: ["captures.tags"] }, (t) => {
  const sql = fresh(t);
  const ids = createFakeIds();
  const moment = { sql, now: begin, newId: () => ids.uuid() };
  const [one, other] = [fakeId(1), fakeId(2)].map((id) => captureRow(sql, (addCapture(sql, id), id)));
  assert.ok(one && other);
  setTags(moment, one, ["Zoo", "Straße", "zoo"]);
  setTags(moment, other, ["STRASSE", "b"]);
  assert.deepEqual(captureRow(sql, one.id).tags, ["Zoo", "Straße"]);
  assert.deepEqual(captureRow(sql, other.id).tags, ["Straße", "b"]);
  const counts = () => tagRows(sql).map(({ name, captureCount }) => `${name} ${captureCount}`);
  assert.deepEqual(counts(), ["b 1", "Straße 2", "Zoo 1"]);
  assert.equal(setTags(moment, captureRow(sql, one.id), ["zoo", "strasse"]), false);
  archiveTags(sql, other.n, true, begin);
  assert.deepEqual(counts(), ["b 0", "Straße 1", "Zoo 1"]);
  setTags(moment, captureRow(sql, one.id), []);
  assert.deepEqual(counts(), ["b 0", "Straße 0"]);
});

test("a generated title never replaces a person's", { rules: ["captures.generated"] }, (t) => {
  const sql = fresh(t);
  const n = addCapture(sql, fakeId(1), { title: "By hand", titleBy: "person" });
  const bare = addCapture(sql, fakeId(2));
  for (const title of ["First guess", "Second guess"]) {
    for (const each of [n, bare]) setGenerated(sql, each, { title, subtitle: null, summary: null }, begin);
  }
  assert.equal(captureRow(sql, fakeId(1)).title, "By hand");
  assert.deepEqual(
    [captureRow(sql, fakeId(2)).title, captureRow(sql, fakeId(2)).titleBy],
    ["Second guess", "generated"],
  );
});
