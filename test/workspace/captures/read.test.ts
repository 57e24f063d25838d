/** What is shown of captures: made once of those that are read again and again, and of long ones each time. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { Store } from "../../../src/actors/store/store.ts";
import { touchCapture, captureRow } from "../../../src/workspace/captures/queries.ts";
import { inFull, listItem } from "../../../src/workspace/captures/read.ts";
import { fakeId } from "../../helpers/ids.ts";
import { openFresh } from "../../helpers/workspace-file.ts";
import { addCapture } from "../captures.ts";

const texts = ["A note.", "Größe 漢字 🦀", "long ".repeat(4000)];

/** A file with notes of these texts and a recording behind them, n from 1. */
async function open(t: TestContext): Promise<Store> {
  const store = openFresh(t, fakeId(0xa), 4_000_000);
  store.begin();
  for (const [at, content] of texts.entries()) addCapture(store.sql, fakeId(at + 1), { content });
  addCapture(store.sql, fakeId(4), { type: "recording", content: null, notes: "Of it" });
  await store.commit();
  return store;
}

/** The same three times. */
function thrice(store: Store, n: number, show: typeof inFull | typeof listItem): object[] {
  return [1, 2, 3].map(() => store.read((sql) => show(sql, captureRow(sql, fakeId(n)))));
}

const size = (store: Store, n: number): number => store.read((sql) => sql.captures.byN(n)?.size ?? 0);

test("in the list and in full, what is shown the second time is shown from then on, until the capture changes", async (t) => {
  const store = await open(t);
  for (const show of [inFull, listItem]) {
    for (const n of [1, 2]) {
      const [first, second, third] = thrice(store, n, show);
      assert.deepEqual(second, first);
      assert.ok(second !== first && third === second);
    }
  }
  store.begin();
  touchCapture(store.sql, 1, 99);
  await store.commit();
  for (const show of [inFull, listItem]) {
    const { updatedAt } = store.read((sql) => show(sql, captureRow(sql, fakeId(1))));
    assert.equal(updatedAt, "1970-01-01T00:00:00.099Z");
  }
});

test("long notes and recordings in full take no room, and what is kept counts with all of its texts", async (t) => {
  const store = await open(t);
  for (const n of [3, 4]) {
    thrice(store, n, listItem);
    const before = size(store, n);
    const [, second, third] = thrice(store, n, inFull);
    assert.ok(second !== third);
    assert.equal(size(store, n), before);
  }
  thrice(store, 2, listItem);
  const before = size(store, 2);
  const [full] = thrice(store, 2, inFull);
  assert.ok(size(store, 2) - before > 2 * (JSON.stringify(full).length + (texts[1] as string).length));
});
