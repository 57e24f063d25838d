/** How many files commit at once. */
import assert from "node:assert/strict";
import test from "node:test";
import { createCommits } from "../../../src/actors/store/durability.ts";

test("no more commits run at once than there are slots; the next begins when one ends or fails", async () => {
  const commits = createCommits(2);
  const begun: string[] = [];
  const ask = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const outcome = commits.run(() => {
      begun.push(name);
      return promise;
    });
    return { outcome, resolve, reject };
  };
  const [a, b, c, d] = [ask("a"), ask("b"), ask("c"), ask("d")];
  assert.deepEqual(begun, ["a", "b"]);

  a.reject(new Error("The disk is full."));
  await assert.rejects(a.outcome, /full/);
  assert.deepEqual(begun, ["a", "b", "c"]);

  c.resolve("done");
  assert.equal(await c.outcome, "done");
  assert.deepEqual(begun, ["a", "b", "c", "d"]);

  b.resolve("done");
  d.resolve("done");
  await Promise.all([b.outcome, d.outcome]);
  const [e, f, g] = [ask("e"), ask("f"), ask("g")];
  assert.deepEqual(begun.slice(4), ["e", "f"], "the places are free again, and no more than there were");
  for (const each of [e, f, g]) each.resolve("done");
  await Promise.all([e, f, g].map(({ outcome }) => outcome));
});
