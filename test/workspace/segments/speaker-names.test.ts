/** A speaker's name inside of texts. */
import assert from "node:assert/strict";
import test from "node:test";
import { withName } from "../../../src/workspace/segments/speaker-names.ts";

test("a speaker's name is replaced where it is a word of its own, whatever signs it has", () => {
  assert.equal(withName("Speaker A: Hello. Then Speaker A left.", "Speaker A", "Ana"), "Ana: Hello. Then Ana left.");
  assert.equal(withName("Speaker Alba spoke to Speaker A.", "Speaker A", "Ana"), "Speaker Alba spoke to Ana.");
  assert.equal(withName("A (b)* said so", "A (b)*", "$&"), "$& said so");
  assert.equal(withName("SPEAKER_01 and SPEAKER_011", "SPEAKER_01", "Bo"), "Bo and SPEAKER_011");
  assert.equal(withName("Ünal-B-2: so", "Ünal-B-2", "Uli"), "Uli: so");
});

test("a short name is one only before a colon; no text stays none", () => {
  assert.equal(withName("A: A plan was made.", "A", "Ana"), "Ana: A plan was made.");
  assert.equal(withName(null, "A", "Ana"), null);
});
