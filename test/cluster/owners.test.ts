/** Who owns a shard, by what the store said last: asked once for all who wait, and again after a failure. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOwners } from "../../src/cluster/owners.ts";

const url = "tls://127.0.0.1:1";

/** A store whose answers the test gives, in the order of the questions. */
function createAsked() {
  const questions: PromiseWithResolvers<ReadonlyMap<number, string>>[] = [];
  const owners = createOwners({
    owners() {
      const question = Promise.withResolvers<ReadonlyMap<number, string>>();
      questions.push(question);
      return question.promise;
    },
  });
  return { questions, owners };
}

test("the store is asked once for all who wait for its answer", async () => {
  const { questions, owners } = createAsked();
  const waiting = [1, 2, 3].map((shard) => {
    owners.ask();
    return owners.of(shard);
  });
  questions[0]?.resolve(new Map([[2, url]]));
  assert.deepEqual(await Promise.all(waiting), [null, url, null]);
  owners.ask();
  const next = owners.of(1);
  questions[1]?.resolve(new Map([[1, url]]));
  assert.equal(await next, url);
  assert.equal(await owners.of(1), url);
  assert.equal(questions.length, 2);
});

test("an answer that failed is asked for again by the next who wants it", async () => {
  const { questions, owners } = createAsked();
  const first = owners.of(1);
  questions[0]?.reject(new Error("cut off"));
  await assert.rejects(first, /cut off/);
  const second = owners.of(1);
  questions[1]?.resolve(new Map([[1, url]]));
  assert.equal(await second, url);
});
