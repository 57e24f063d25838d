/** Writes of the directory that share a commit. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Statement, statement, createGathering } from "../../../src/gateway/directory/database/db.ts";
import { pluck } from "../../helpers/pluck.ts";

/** A database that commits when the test says so, and refuses what says "bad". */
function bench() {
  const batches: string[][] = [];
  const commits: (() => void)[] = [];
  const db = {
    batch: async (statements: readonly Statement[]) => {
      batches.push(statements.map(({ sql }) => sql));
      const { promise, resolve } = Promise.withResolvers<void>();
      commits.push(resolve);
      await promise;
      if (statements.some(({ sql }) => sql === "bad")) throw new Error("refused");
      return [];
    },
  };
  const commit = async (): Promise<void> => {
    commits.shift()?.();
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { batches, commit, write: createGathering(db) };
}

test("what comes while a commit is on its way shares the next one, and is answered after it", async () => {
  const { batches, commit, write } = bench();
  const answered: string[] = [];
  for (const sql of ["a", "b", "c"]) void write([statement(sql)]).then(() => answered.push(sql));
  assert.deepEqual(batches, [["a"]]);
  await commit();
  assert.deepEqual([batches, answered], [[["a"], ["b", "c"]], ["a"]]);
  await commit();
  assert.deepEqual(answered, ["a", "b", "c"]);
  void write([statement("d")]);
  assert.deepEqual(batches[2], ["d"]);
});

test("one that is refused takes no other with it", async () => {
  const { batches, commit, write } = bench();
  const all = ["a", "b", "bad", "c"].map((sql) => write([statement(sql)]));
  const outcomes = Promise.allSettled(all);
  for (let n = 0; n < 5; n += 1) await commit();
  assert.deepEqual(pluck(await outcomes, "status"), ["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  assert.deepEqual(batches, [["a"], ["b", "bad", "c"], ["b"], ["bad"], ["c"]]);
});
