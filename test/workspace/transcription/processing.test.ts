/** What a capture says, line by line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sayingOf } from "../../../src/workspace/transcription/processing.ts";
import { fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

test("a note of a recording begins with its second, also a long one with what breaks a line elsewhere", (t) => {
  const file = openTestFile();
  t.after(() => file.close());
  const long = `${"a".repeat(90_000)}\u2028b`;
  const notes = `[0:06] Bring cake\n[1:02:03]  \nNo second\n[0:07] ${long}`;
  addCapture(file.sql, fakeId(1), { type: "recording", content: null, notes });
  const lines = sayingOf(file.sql, fakeId(1))?.lines.map(({ startMs, text }) => [startMs, text]);
  assert.deepEqual(lines, [
    [6000, "Bring cake"],
    [null, "[1:02:03]  "],
    [null, "No second"],
    [7000, long],
  ]);
});
