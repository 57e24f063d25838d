/** The words and runs that a text is found by. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { runsAsText, runsOf, wordsOf } from "../../src/workspace/search-words.ts";
import { wordEdit } from "../../src/workspace/word-edit.ts";

/** Few characters, so that runs come again; of one unit and of two that share one; the marks of the index themselves. */
const unit = fc.constantFrom("a", "b", " ", "\u0001", "é", "🛒", "🛓", "𝄞", "\ue020", "\uf8ff");
const text = fc.string({ unit, maxLength: 24 });

test("what an edit adds and takes is found where the texts differ, as if all words of both were compared", () => {
  const edit = fc.tuple(text, text, text, text);
  fc.assert(
    fc.property(edit, fc.boolean(), ([begin, before, after, end], hasJunctions) => {
      const [former, now] = [begin + before + end, begin + after + end];
      const [known, wanted] = [wordsOf(former, hasJunctions), wordsOf(now, hasJunctions)];
      const { come, gone } = wordEdit(former, now, hasJunctions);
      assert.deepEqual([...new Set(come)].toSorted(), [...wanted].filter((word) => !known.has(word)).toSorted());
      const past = new Set(gone.flatMap((stretch) => [...wordsOf(stretch, hasJunctions)]));
      assert.deepEqual(
        [...known].filter((word) => !wanted.has(word) && !past.has(word)),
        [],
      );
      assert.deepEqual(
        [...past].filter((word) => !known.has(word)),
        [],
      );
    }),
    { numRuns: 5000 },
  );
});

test("the runs of a text are the same as one text, each as often as it comes", () => {
  const long = fc.tuple(text, fc.nat(400)).map(([part, times]) => part.repeat(times));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: "binary", maxLength: 9 }), long), (one) => {
      const runs = runsAsText(one);
      const listed = runs === "" ? [] : runs.split(" ");
      assert.deepEqual(new Set(listed), runsOf(one));
      assert.equal(listed.length, Math.max(0, Array.from(one).length - 2));
    }),
    { numRuns: 300 },
  );
});
