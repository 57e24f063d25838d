/** Segments of a recording, and the transcript that is made of them. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import {
  allSegments,
  appendSegment,
  hasSegments,
  listSegments,
  positionOf,
  renameSpeaker,
  replaceSegments,
  type Segment,
} from "../../../src/workspace/segments/queries.ts";
import { renderTranscript } from "../../../src/workspace/segments/transcript.ts";
import { fakeId } from "../../helpers/ids.ts";
import { captureRow, eraseCaptureRow } from "../../../src/workspace/captures/queries.ts";
import { addCapture } from "../captures.ts";
import { openTestFile } from "../sql.ts";

const captureId = fakeId(1);

function setting(t: TestContext) {
  const file = openTestFile(t);
  addCapture(file.sql, captureId, { type: "recording", content: null });
  return file.sql;
}

function said(startMs: number, endMs: number, text: string, speaker: string | null = null): Segment {
  return { startMs, endMs, speaker, text };
}

const textsOf = (segments: readonly Segment[]) => segments.map(({ text }) => text);

test("segments are read in the order in which they were said, however they came", (t) => {
  const sql = setting(t);
  assert.equal(appendSegment(sql, captureId, said(4000, 5000, "second"), "client"), 1);
  assert.equal(appendSegment(sql, captureId, said(0, 3000, "first"), "client"), 2);
  assert.deepEqual(textsOf(allSegments(sql, captureId)), ["first", "second"]);
});

test("a segment that is sent again is there once; the same words said later are another one", (t) => {
  const sql = setting(t);
  const positions = [said(0, 900, "yes"), said(0, 900, "yes"), said(1000, 1900, "yes")].map((segment) =>
    appendSegment(sql, captureId, segment, "client"),
  );
  assert.deepEqual(positions, [1, 1, 2]);
});

test("a list of segments is walked in pages, also where several begin at once", (t) => {
  const sql = setting(t);
  for (const text of ["a", "b", "c", "d", "e"]) appendSegment(sql, captureId, said(100, 200, text), "client");
  const first = listSegments(sql, captureId, null, 2);
  const second = listSegments(sql, captureId, positionOf(first[1] ?? assert.fail()), 10);
  assert.deepEqual(
    [textsOf(first), textsOf(second)],
    [
      ["a", "b"],
      ["c", "d", "e"],
    ],
  );
});

test("a transcription takes the place of the one before it, and leaves what the client sent", (t) => {
  const sql = setting(t);
  appendSegment(sql, captureId, said(0, 900, "client"), "client");
  replaceSegments(sql, captureId, "transcription", [said(0, 900, "one"), said(5000, 6000, "two")]);
  replaceSegments(sql, captureId, "transcription", [said(5000, 6100, "three")]);
  assert.deepEqual(textsOf(allSegments(sql, captureId)), ["client", "three"]);
  assert.equal(hasSegments(sql, captureId, "transcription"), true);
  assert.equal(hasSegments(sql, fakeId(2)), false);
});

test("segments go with their capture", (t) => {
  const sql = setting(t);
  appendSegment(sql, captureId, said(0, 900, "gone"), "client");
  eraseCaptureRow(sql, captureRow(sql, captureId).n);
  assert.deepEqual(allSegments(sql, captureId), []);
});

test("a transcript joins what one speaker says, and begins a new part after a pause or with another one", (t) => {
  const sql = setting(t);
  assert.equal(renderTranscript(sql, captureId), null);
  const segments = [
    said(0, 900, " Good morning.", "Ana"),
    said(900, 2000, "Let us begin. ", "Ana"),
    said(2000, 3000, "   ", "Bo"),
    said(2000, 3000, "Yes.", "Bo"),
    said(3000, 4000, "Fine.", "Ana"),
    said(6000, 7000, "Who has the numbers?", "Ana"),
    said(7000, 8000, "(noise)"),
  ];
  replaceSegments(sql, captureId, "transcription", segments);
  const expected = "Ana: Good morning. Let us begin.\nBo: Yes.\nAna: Fine.\nAna: Who has the numbers?\n(noise)";
  assert.equal(renderTranscript(sql, captureId), expected);
});

test("renaming a speaker changes the name everywhere in that capture", (t) => {
  const sql = setting(t);
  replaceSegments(sql, captureId, "client", [
    said(0, 1, "a", "S1"),
    said(5000, 5001, "b", "S2"),
    said(9000, 9001, "c", "S1"),
  ]);
  assert.equal(renameSpeaker(sql, captureId, "S1", "Ana"), 2);
  assert.equal(renameSpeaker(sql, captureId, "S1", "Ana"), 0);
  assert.equal(renderTranscript(sql, captureId), "Ana: a\nS2: b\nAna: c");
});
