/** The evaluation set: what captures say, and which of their lines ask for a todo. All of it is made up for this purpose. */
import type { CaptureSource, SourceLine } from "../../src/actors/runtime/ports.ts";
import { englishNotes } from "./set/english-notes.ts";
import { englishTalks } from "./set/english-talks.ts";
import { heldOut } from "./set/held-out.ts";
import { otherLanguages } from "./set/other-languages.ts";

export interface Case {
  readonly name: string;
  readonly type: "note" | "recording";
  /** English when left out. */
  readonly language?: "de" | "fr" | "es";
  /** `=> ` before a line: it asks for a todo; `{2026-01-09}` behind it: due then. `Name: ` before a line of a talk: who said it. */
  readonly text: string;
}

/** A line that asks for a todo. */
export interface Expected {
  /** Index of the line in the source. */
  readonly line: number;
  readonly dueDate: string | null;
}

export interface Question {
  readonly name: string;
  /** Rules and prompts were not written with a look at the held out ones. */
  readonly isHeldOut: boolean;
  readonly source: CaptureSource;
  readonly expected: readonly Expected[];
}

/** Monday, 5 January 2026, nine o'clock. */
const saidAt = Date.parse("2026-01-05T09:00:00Z");
const MARKED = /^=> (.*?)(?: \{(\d{4}-\d{2}-\d{2})\})?$/;

/** All questions of the set. */
export const questions: readonly Question[] = [
  ...[...englishNotes, ...englishTalks, ...otherLanguages].map((each) => toQuestion(each, false)),
  ...heldOut.map((each) => toQuestion(each, true)),
];

function toQuestion({ name, type, text }: Case, isHeldOut: boolean): Question {
  const lines: SourceLine[] = [];
  const expected: Expected[] = [];
  text
    .replace(/^\n/, "")
    .split("\n")
    .forEach((written, index) => {
      const match = MARKED.exec(written);
      const plain = match?.[1] ?? written;
      if (plain.trim() === "") return;
      if (match !== null) expected.push({ line: lines.length, dueDate: match[2] ?? null });
      lines.push(type === "note" ? asWritten(plain, index + 1) : asSaid(plain, lines.length + 1));
    });
  return { name, isHeldOut, source: { type, title: null, lines, saidAt, timezone: "UTC" }, expected };
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
