/** The transcript: what the segments of a recording say, as one text. */
import type { Sql } from "../protocol/sql.ts";
import { allSegments, type Segment } from "./queries.ts";

/** A pause so long (milliseconds) begins a new paragraph. */
const pause = 2000;

/** What one speaker said without a long pause. Times are milliseconds. */
export interface Paragraph extends Segment {
  /** How many segments it is made of. */
  readonly count: number;
}

/** The transcript of a recording, a line for each paragraph, with the speaker before it where known; null without segments. */
export function renderTranscript(sql: Sql, captureId: string): string | null {
  const segments = allSegments(sql, captureId);
  return segments.length === 0 ? null : paragraphsOf(segments).map(toLine).join("\n");
}

/** Segments, in the order in which they were said, joined where the same speaker continues. */
export function paragraphsOf(segments: readonly Segment[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const segment of segments) {
    const text = segment.text.trim();
    if (text === "") continue;
    const last = paragraphs.at(-1);
    if (last !== undefined && last.speaker === segment.speaker && segment.startMs - last.endMs < pause) {
      const endMs = Math.max(last.endMs, segment.endMs);
      paragraphs[paragraphs.length - 1] = { ...last, endMs, text: `${last.text} ${text}`, count: last.count + 1 };
    } else {
      paragraphs.push({ ...segment, text, count: 1 });
    }
  }
  return paragraphs;
}

function toLine({ speaker, text }: Paragraph): string {
  return speaker === null ? text : `${speaker}: ${text}`;
}
