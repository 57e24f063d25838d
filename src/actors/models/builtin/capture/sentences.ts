/** Cuts what a capture says into sentences, each of which knows the line where it begins. */
import type { CaptureSource, SourceLine } from "../../../runtime/ports.ts";
import { oneLine } from "../../shared/text.ts";
import { type Block, readBlocks } from "./blocks.ts";

export interface Sentence {
  readonly text: string;
  /** Index of the line where it begins, among those of the source. */
  readonly line: number;
  readonly speaker: string | null;
  /** In what was written: nothing else stands on its line, and it is no step of an instruction. */
  readonly isLine: boolean;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
/** A sentence that seems to end so goes on: the full stop belongs to a word. */
const ABBREVIATED =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|etc|approx|inc|no|nr|ca|bzw|usw|e\.\s?g|i\.\s?e|z\.\s?b|d\.\s?h|u\.\s?a|\p{Lu}|\d{1,2})\.\s*$/iu;

const wrapped = 60;

/** What is written, by the part where it stands. */
export type Written = Readonly<Record<"content" | "notes", readonly Block[]>>;

/** The blocks of what is written in the source. */
export function writtenIn(source: CaptureSource): Written {
  return { content: readBlocks(textOf(source, "content")), notes: readBlocks(textOf(source, "notes")) };
}

/** All sentences of the source, in its order: what was written first, then what was said. */
export function sentencesOf(source: CaptureSource, written: Written): Sentence[] {
  return [
    ...writtenSentences(written.content, lineFinder(source, "content")),
    ...writtenSentences(written.notes, lineFinder(source, "notes")),
    ...spokenSentences(source.lines),
  ];
}

/** The text of a part as it was written, blank lines included. */
function textOf({ lines }: CaptureSource, part: SourceLine["part"]): string {
  const text: string[] = [];
  for (const line of lines) if (line.part === part) text[line.number - 1] = line.text;
  return Array.from(text, (line) => line ?? "").join("\n");
}

/** Finds the index of a line of a part among the lines of the source; of the last one before it when it is blank. */
export function lineFinder({ lines }: CaptureSource, part: SourceLine["part"]): (number: number) => number {
  const indices: number[] = [];
  lines.forEach((line, index) => {
    if (line.part === part) indices[line.number] = index;
  });
  for (let number = 1; number < indices.length; number += 1) indices[number] ??= indices[number - 1] ?? -1;
  return (number) => indices[number] ?? indices.at(-1) ?? -1;
}

/** Headings and tasks are no sentences. */
function writtenSentences(all: readonly Block[], find: (number: number) => number): Sentence[] {
  const blocks = all.filter(({ kind }) => kind === "paragraph" || kind === "item" || kind === "step");
  return blocks.flatMap(({ kind, text, line }) => {
    const lines = new Set(kind === "step" || isWrapped(text) ? [] : text.split("\n").map(oneLine));
    let [number, read] = [line, 0];
    return split(text).map((piece) => {
      number += text.slice(read, piece.start).split("\n").length - 1;
      read = piece.start;
      const sentence = oneLine(piece.text);
      return { text: sentence, line: find(number), speaker: null, isLine: lines.has(sentence) };
    });
  });
}

/** Lines so long were broken to fit a page: a sentence goes on in the next one. */
function isWrapped(text: string): boolean {
  return text
    .split("\n")
    .slice(0, -1)
    .some((line) => line.length > wrapped);
}

/** A sentence may go over several segments of the same speaker. */
function spokenSentences(lines: readonly SourceLine[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (let from = 0; from < lines.length;) {
    const speaker = lines[from]?.speaker ?? null;
    let to = from;
    while (to < lines.length && lines[to]?.part === "transcript" && lines[to]?.speaker === speaker) to += 1;
    for (const sentence of sentencesOfRun(lines, from, to, speaker)) sentences.push(sentence);
    from = Math.max(to, from + 1);
  }
  return sentences;
}

function sentencesOfRun(lines: readonly SourceLine[], from: number, to: number, speaker: string | null): Sentence[] {
  const starts: number[] = [];
  let run = "";
  for (const { text } of lines.slice(from, to)) {
    starts.push(run.length);
    run += `${text.trim()} `;
  }
  let at = from;
  return split(run).map(({ text, start }) => {
    while (at + 1 < to && (starts[at + 1 - from] ?? 0) <= start) at += 1;
    return { text: oneLine(text), line: at, speaker, isLine: false };
  });
}

interface Piece {
  readonly text: string;
  /** Where its first character stands. */
  readonly start: number;
}

function split(text: string): Piece[] {
  const pieces: { text: string; start: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    if (last !== undefined && ABBREVIATED.test(last.text)) last.text += segment;
    else pieces.push({ text: segment, start: index });
  }
  return pieces
    .filter((piece) => piece.text.trim() !== "")
    .map(({ text: piece, start }) => ({ text: piece, start: start + piece.length - piece.trimStart().length }));
}
