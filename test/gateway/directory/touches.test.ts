/** Uses of credentials, collected in memory and written together: one flush at a time, and none for the same twice over. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTouches } from "../../../src/gateway/directory/context/principal.ts";
import type { Db } from "../../../src/gateway/directory/database/db.ts";

const minute = 60_000;

/** A database that takes each batch when the test says so. */
function slowDb() {
  const batches: { readonly uses: readonly unknown[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const db: Pick<Db, "batch"> = {
    async batch(statements) {
      const end = Promise.withResolvers<void>();
      batches.push({ uses: statements.map(({ args }) => args[1]), end });
      await end.promise;
      return [];
    },
  };
  const touches = createTouches(db as Db, { replace: () => undefined });
  const use = (id: string, at = minute): void => touches.touch({ type: "api_key", credentialId: id }, at);
  return { batches, touches, use };
}

test("however often it is asked for, one flush is on its way, and one more has what came since", async () => {
  const { batches, touches, use } = slowDb();
  use("one");
  const flushes = Array.from({ length: 1000 }, () => touches.flush());
  use("two");
  assert.deepEqual(
    batches.map(({ uses }) => uses),
    [["one"]],
  );
  batches[0]?.end.resolve();
  await flushes[0];
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    batches.map(({ uses }) => uses),
    [["one"], ["two"]],
  );
  batches[1]?.end.resolve();
  await Promise.all(flushes);
  await touches.flush();
  assert.equal(batches.length, 2, "nothing is left");
});

test("what one flush could not write goes with the next", async () => {
  const { batches, touches, use } = slowDb();
  use("one");
  const [first, second] = [touches.flush(), touches.flush()];
  use("two");
  batches[0]?.end.reject(new Error("the disk is full"));
  await assert.rejects(first, /full/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(batches[1]?.uses, ["one", "two"]);
  batches[1].end.resolve();
  await second;
  assert.deepEqual([touches.lastUsedAt("one"), touches.lastUsedAt("two")], [null, null]);
});
