/** Transcripts in every format that they are taken away in. */
import assert from "node:assert/strict";
import test from "node:test";
import type { CaptureExport } from "../../../src/schema/segment.ts";
import { captureRow, captureTexts } from "../../../src/workspace/captures/queries.ts";
import { exportCapture } from "../../../src/workspace/transcription/export.ts";
import { allSegments, replaceSegments } from "../../../src/workspace/segments/queries.ts";
import { fakeId } from "../../helpers/ids.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const captureId = fakeId(1);

test("a recording exports in every format, without escaping its words", { rules: ["captures.export"] }, (t) => {
  const file = openTestFile();
  const { sql } = file;
  t.after(() => file.close());
  const recording = { type: "recording", status: "completed", content: null, notes: "Bring * cake" } as const;
  addCapture(sql, captureId, { ...recording, title: "Cake", titleBy: "person" });
  replaceSegments(sql, captureId, "transcription", [
    { startMs: 0, endMs: 1500, speaker: "Ana <b>", text: "Cake --> & <i>tea</i>?" },
    { startMs: 3_661_004, endMs: 3_662_000, speaker: null, text: "Yes.\nPlease." },
  ]);
  const capture = captureRow(sql, captureId);
  const exported = { capture, texts: captureTexts(sql, capture.n), segments: allSegments(sql, captureId) };
  const textOf = (format: CaptureExport["format"]) => exportCapture(exported, format).text;
  assert.equal(textOf("txt"), "Ana <b>: Cake --> & <i>tea</i>?\nYes.\nPlease.\n");
  assert.equal(
    textOf("vtt"),
    "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\n<v Ana &lt;b&gt;>Cake → &amp; &lt;i&gt;tea&lt;/i&gt;?\n\n" +
      "01:01:01.004 --> 01:01:02.000\nYes. Please.\n",
  );
  assert.equal(
    textOf("srt"),
    "1\n00:00:00,000 --> 00:00:01,500\nAna <b>: Cake → & <i>tea</i>?\n\n2\n01:01:01,004 --> 01:01:02,000\nYes. Please.\n",
  );
  assert.match(
    textOf("markdown"),
    /^# Cake\n[\s\S]*## Notes\n\nBring \* cake\n[\s\S]*\*\*Ana \\<b\\>\*\* \[00:00:00\] Cake/,
  );
});
