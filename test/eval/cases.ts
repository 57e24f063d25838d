/** The evaluation set: what captures say, and which of their lines ask for a todo. All of it is made up for this purpose. */
import type { CaptureSource, SourceLine } from "../../src/actors/runtime/ports.ts";
import { blindFirst } from "./set/blind-first.ts";
import { blindSecond } from "./set/blind-second.ts";
import { englishNotes } from "./set/english-notes.ts";
import { englishTalks } from "./set/english-talks.ts";
import { heldOut } from "./set/held-out.ts";
import { otherLanguages } from "./set/other-languages.ts";

export interface Case {
  readonly name: string;
  readonly type: "note" | "recording";
  /** English when left out. */
  readonly language?: "de" | "fr" | "es";
  /**
   * `=> ` before a line: it asks for a todo; `{2026-01-09}` behind it: due then; `// Call Ana`: its title. `Name: ` before a line of a
   * talk: who said it.
   */
  readonly text: string;
}

/** A line that asks for a todo. */
export interface Expected {
  /** Index of the line in the source. */
  readonly line: number;
  readonly dueDate: string | null;
  /** As a person would write it; null where titles are not judged. */
  readonly title: string | null;
}

/**
 * `seen`: the rules were written with a look at it, `held out`: without. The blind ones were written by someone who had not read the
 * rules; these were improved with a look at the first half of them, and not at the second.
 */
export type Part = "seen" | "held out" | "blind, first half" | "blind, second half";

export interface Question {
  readonly name: string;
  readonly part: Part;
  readonly source: CaptureSource;
  readonly expected: readonly Expected[];
}

/** Monday, 5 January 2026, nine o'clock. */
const saidAt = Date.parse("2026-01-05T09:00:00Z");
const MARKED = /^=> (.*?)(?: \{(\d{4}-\d{2}-\d{2})\})?(?: \/\/ (.*))?$/;

/** All questions of the set. */
export const questions: readonly Question[] = [
  ...[...englishNotes, ...englishTalks, ...otherLanguages].map((each) => toQuestion(each, "seen")),
  ...heldOut.map((each) => toQuestion(each, "held out")),
  ...blindFirst.map((each) => toQuestion(each, "blind, first half")),
  ...blindSecond.map((each) => toQuestion(each, "blind, second half")),
];

function toQuestion({ name, type, text }: Case, part: Part): Question {
  const lines: SourceLine[] = [];
  const expected: Expected[] = [];
  text
    .replace(/^\n/, "")
    .split("\n")
    .forEach((written, index) => {
      const match = MARKED.exec(written);
      const plain = match?.[1] ?? written;
      if (plain.trim() === "") return;
      if (match !== null) expected.push({ line: lines.length, dueDate: match[2] ?? null, title: match[3] ?? null });
      lines.push(type === "note" ? asWritten(plain, index + 1) : asSaid(plain, lines.length + 1));
    });
  return { name, part, source: { type, title: null, lines, saidAt, timezone: "UTC" }, expected };
}

function asWritten(text: string, number: number): SourceLine {
  return { part: "content", number, speaker: null, text };
}

function asSaid(text: string, number: number): SourceLine {
  const match = /^(\p{Lu}\p{L}+): (.*)$/u.exec(text);
  const known = match !== null && !/^(?:Action|Note)$/.test(match[1] ?? "");
  return {
    part: "transcript",
    number,
    speaker: known ? (match[1] ?? null) : null,
    text: known ? (match[2] ?? "") : text,
  };
}
