/** Two hundred followers, as `npm run torture -- --followers` has them at length. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { tempDir } from "../helpers/temp-dir.ts";
import { follow } from "../torture/followers.ts";

for (const workers of ["0", "2"]) {
  test(`200 followers get 120 todos once, in order, over kill -9, with ${workers} worker threads`, async (t) => {
    const length = { followers: 200, changes: 120, step: 10, killEvery: 6 };
    assert.deepEqual(await follow({ dataDir: tempDir(t), workers, signal: t.signal, ...length }), []);
  });
}
