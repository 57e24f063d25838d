/** What two parts of a recording say of the same two seconds is said once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { joinSegments } from "../../../src/workspace/segments/join.ts";
import { pluck } from "../../helpers/pluck.ts";

/** Segments of a second each, one after the other. */
function spoken(fromMs: number, ...texts: readonly string[]) {
  return texts.map((text, index) => {
    const startMs = fromMs + index * 1000;
    return { startMs, endMs: startMs + 1000, speaker: null, text };
  });
}

const cases: readonly (readonly [what: string, ended: string[], begun: string[], joined: string[]])[] = [
  ["the same words", ["we meet at the station"], ["at the station at noon."], ["we meet at the station", "at noon."]],
  ["a word cut by the first part", ["meet me at the stay"], ["at the station"], ["meet me at the", "station"]],
  ["a word cut by the second part", ["call Ana and Bob"], ["nah and Bob at once"], ["call Ana and Bob", "at once"]],
  ["other case and marks", ["And then: Pay, rent."], ["pay rent, today."], ["And then: Pay, rent.", "today."]],
  ["one word on the seam", ["see you tomorrow"], ["Tomorrow at nine."], ["see you tomorrow", "at nine."]],
  ["several segments", ["one two", "three four"], ["three", "four five"], ["one two", "three four", "five"]],
  ["nothing more", ["that was all."], ["was all."], ["that was all."]],
  ["no word in both, and more behind", ["so far"], ["quite new", "and on"], ["so far", "and on"]],
  ["a word that only looks the same", ["the cat sat"], ["on a mat the cat"], ["the cat sat"]],
  ["words without spaces", ["我们明天见面"], ["明天见面好吗"], ["我们明天见面", "好吗"]],
  ["no words at all", ["so far"], [], ["so far"]],
];

for (const [what, ended, begun, joined] of cases) {
  test(`parts that overlap are joined where they have ${what}`, { rules: ["captures.transcription-steps"] }, () => {
    const result = joinSegments(spoken(298_000, ...ended), spoken(298_000, ...begun));
    assert.deepEqual(pluck(result, "text"), joined);
    const times = result.map(({ startMs }) => startMs);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
  });
}
