/** The measure of `npm run test:speech`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { wordErrorRate } from "./word-errors.ts";

test("words replaced, left out and put in count, by the words that were said; case and punctuation do not", () => {
  const said = "Send the budget to Maria by Friday.";
  const rates: [string, number][] = [
    ["send the budget, to Maria: by friday", 0],
    ["send the gadget to Maria by Friday", 1 / 7],
    ["send budget to Maria by Friday", 1 / 7],
    ["send the big budget to Maria by Friday", 1 / 7],
    ["", 1],
  ];
  for (const [heard, rate] of rates) assert.equal(wordErrorRate(said, heard), rate, heard);
});
