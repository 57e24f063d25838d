/** Lists of captures that are kept: whatever is written, undone or written twice, they say what is read from scratch. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import type { Store } from "../../../src/actors/store/store.ts";
import type { CaptureListQuery } from "../../../src/schema/capture.ts";
import { readFilter } from "../../../src/workspace/captures/filter.ts";
import { captureRows, countCaptures, positionOf } from "../../../src/workspace/captures/page.ts";
import * as queries from "../../../src/workspace/captures/queries.ts";
import { archiveTags, dropTags, setTags } from "../../../src/workspace/captures/tags.ts";
import { toInstant } from "../../../src/workspace/context.ts";
import { encodePosition } from "../../../src/workspace/cursor.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { withoutKeptCaptures } from "../../helpers/kept-captures.ts";
import { addCapture } from "../captures.ts";
import { openFresh } from "../../helpers/workspace-file.ts";

const workspaceId = fakeId(0xa);
const begin = Date.UTC(2026, 0, 5, 9);
const count = 2300;
const ids = createFakeIds();
const newId = () => ids.uuid();

async function filled(t: TestContext): Promise<Store> {
  const store = openFresh(t, workspaceId);
  store.begin();
  for (let at = 0; at < count; at += 1) acts.create(store.sql, 0, at);
  await store.commit();
  return store;
}

type Act = (sql: Sql, n: number, pick: number) => void;

const acts = {
  create(sql, _, pick) {
    const type = pick % 10 === 3 ? "recording" : "note";
    const [content, notes] = type === "note" ? [`about the invoice ${pick % 7}`, null] : [null, "of the garden"];
    const n = addCapture(sql, newId(), { type, content, notes }, begin + pick);
    setTags({ sql, now: begin, newId }, { n, isArchived: false, tags: [] }, [
      "team",
      ...(pick % 3 === 0 ? ["third"] : []),
    ]);
  },
  rewrite(sql, n, pick) {
    const content = pick % 2 === 0 ? "about the invoice" : "nothing";
    queries.setCaptureTexts(sql, n, null, { content: isNote(sql, n) ? content : null, notes: content });
  },
  archive(sql, n, pick) {
    const isArchived = pick % 2 === 0;
    if (isArchivedAt(sql, n) === isArchived) return;
    queries.setCaptureArchived(sql, n, isArchived);
    archiveTags(sql, n, isArchived, begin);
  },
  tag: (sql, n, pick) =>
    void setTags(
      { sql, now: begin, newId },
      { n, isArchived: isArchivedAt(sql, n), tags: tagsAt(sql, n) },
      pick % 2 === 0 ? ["team"] : ["third", "new"],
    ),
  touch: (sql, n, pick) => queries.touchCapture(sql, n, begin + count + pick),
  erase(sql, n) {
    dropTags(sql, { n, isArchived: isArchivedAt(sql, n) }, begin);
    queries.eraseCaptureRow(sql, n);
  },
  other: (sql) => sql.run("UPDATE todos SET title = title"),
  undeclared: (sql, n) => sql.run("UPDATE captures SET attempts = 1 WHERE n = ?", n),
} as const satisfies Readonly<Record<string, Act>>;

function isNote(sql: Sql, n: number): boolean {
  return sql.get("SELECT type FROM captures WHERE n = ?", n)?.[0] === "note";
}

function isArchivedAt(sql: Sql, n: number): boolean {
  return sql.get("SELECT is_archived FROM captures WHERE n = ?", n)?.[0] === 1;
}

function tagsAt(sql: Sql, n: number): string[] {
  return JSON.parse(sql.get("SELECT tags FROM captures WHERE n = ?", n)?.[0] as string) as string[];
}

const asked: readonly CaptureListQuery[] = [
  {},
  { query: "about the invoice" },
  { query: "the" },
  { query: "e" },
  { query: "the garden", includeArchived: true },
  { query: "no such word" },
  { tags: "team,third" },
  { tags: "new,third", type: "note" },
  { type: "recording", tags: "third" },
  { updatedSince: toInstant(begin + count) },
  { query: "invoice", createdAfter: toInstant(begin + 100), createdBefore: toInstant(begin + 1500) },
];

/** What so many pages hold, each behind the one before it, and how many there are. */
function listed(sql: Sql, query: CaptureListQuery, pages: number, limit: number): unknown {
  const rows: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page += 1) {
    const more = captureRows(sql, readFilter(sql, query), limit, cursor);
    rows.push(...more.map((row) => JSON.stringify(row)));
    const last = more.at(-1);
    if (last === undefined || more.length < limit) break;
    cursor = encodePosition(positionOf(last));
  }
  return { rows, count: countCaptures(sql, readFilter(sql, query)) };
}

function compare(store: Store, pages: number): void {
  store.read((sql) => {
    for (const query of asked) {
      const wanted = listed(withoutKeptCaptures(sql), query, 1, pages * 25);
      assert.deepEqual(listed(sql, query, pages, 25), wanted, JSON.stringify(query));
    }
  });
}

interface Group {
  readonly steps: readonly { readonly name: keyof typeof acts; readonly pick: number }[];
  readonly end: "commit" | "undo" | "twice";
}

const names = Object.keys(acts) as (keyof typeof acts)[];
const group = fc.record<Group>({
  steps: fc.array(fc.record({ name: fc.constantFrom(...names), pick: fc.nat({ max: count }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  end: fc.constantFrom("commit", "commit", "undo", "twice"),
});

/** The first capture at a place or behind it, mostly one of the newest. */
function captureAt(sql: Sql, pick: number): number {
  const newest = sql.get("SELECT max(n) FROM captures")?.[0] as number;
  const place = pick % 4 === 0 ? pick : newest - (pick % 50);
  return (sql.get("SELECT n FROM captures WHERE n >= ? ORDER BY n LIMIT 1", place)?.[0] ?? newest) as number;
}

async function write(store: Store, { steps, end }: Group): Promise<void> {
  const carryOut = () => {
    store.begin();
    for (const { name, pick } of steps) acts[name](store.sql, captureAt(store.sql, pick), pick);
  };
  carryOut();
  if (end !== "commit") store.rollback();
  if (end === "undo") return;
  if (end === "twice") carryOut();
  const committed = store.commit();
  compare(store, 1);
  await committed;
}

test("lists that are kept hold what is read from scratch, and count it, whatever was written meanwhile [captures.list.filters, captures.list.count]", async (t) => {
  const store = await filled(t);
  for (const [at, one] of fc
    .sample(group, { seed: 5, numRuns: Number(process.env["DAYSHIFT_WALKS"] ?? 25) })
    .entries()) {
    compare(store, 2);
    await write(store, one);
    compare(store, 1);
    compare(store, at % 8 === 7 ? 100 : 3 + (at % 8));
  }
});

test("a page behind a capture that is not known, or not there any more, begins behind it all the same", async (t) => {
  const store = await filled(t);
  const query = { query: "about the invoice" };
  const read = (sql: Sql, after: number, limit: number) =>
    captureRows(sql, readFilter(sql, query), limit, encodePosition([after])).map(({ n }) => n);
  for (const [after, limit] of [
    [2000, 5],
    [count + 9, 5],
    [2200, 40],
    [2290, 3],
    [1, 5],
    [2199, 60],
  ] as const) {
    store.read((sql) =>
      assert.deepEqual(read(sql, after, limit), read(withoutKeptCaptures(sql), after, limit), `${after}`),
    );
  }
});
