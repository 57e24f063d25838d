/** Captures as text to take away: plain, as subtitles (WebVTT, W3C 2019; SubRip), as Markdown. */
import { conflict } from "../../schema/errors.ts";
import type { CaptureExport } from "../../schema/segment.ts";
import type { CaptureRow, CaptureTexts } from "../captures/row.ts";
import { toInstant } from "../time/instant.ts";
import type { SegmentRow } from "../segments/queries.ts";
import { paragraphsOf } from "../segments/transcript.ts";

type Format = CaptureExport["format"];

const kinds: Readonly<Record<Format, { readonly contentType: string; readonly extension: string }>> = {
  txt: { contentType: "text/plain; charset=utf-8", extension: "txt" },
  vtt: { contentType: "text/vtt; charset=utf-8", extension: "vtt" },
  srt: { contentType: "application/x-subrip; charset=utf-8", extension: "srt" },
  markdown: { contentType: "text/markdown; charset=utf-8", extension: "md" },
};

export interface Exported {
  readonly capture: CaptureRow;
  readonly texts: CaptureTexts;
  readonly segments: readonly SegmentRow[];
}

/** The capture in that format. Throws 409 for subtitles of a note, which has no times. */
export function exportCapture(exported: Exported, format: Format): CaptureExport {
  const { capture } = exported;
  const { contentType, extension } = kinds[format];
  if (capture.type === "note" && (format === "vtt" || format === "srt")) {
    throw conflict("A note has no times, and so no subtitles: export it as txt or markdown.");
  }
  const fileName = `capture-${capture.id}.${extension}`;
  return {
    object: "capture_export",
    captureId: capture.id,
    format,
    contentType,
    fileName,
    text: renderers[format](exported),
  };
}

const renderers: Readonly<Record<Format, (exported: Exported) => string>> = {
  txt: toPlain,
  vtt: ({ segments }) => `WEBVTT\n\n${segments.map(toVttCue).join("\n")}`,
  srt: ({ segments }) => segments.map(toSrtCue).join("\n"),
  markdown: toMarkdown,
};

function toPlain({ capture, texts, segments }: Exported): string {
  if (capture.type === "note") return ended(texts.content ?? "");
  return ended(transcriptLines(segments).join("\n"));
}

function transcriptLines(segments: readonly SegmentRow[]): string[] {
  return paragraphsOf(segments).map(({ speaker, text }) => (speaker === null ? text : `${speaker}: ${text}`));
}

function toMarkdown({ capture, texts, segments }: Exported): string {
  const parts: string[] = [`# ${capture.title ?? "Untitled"}`];
  if (capture.subtitle !== null) parts.push(`_${escaped(capture.subtitle)}_`);
  parts.push(toInstant(capture.createdAt));
  if (capture.summary !== null) parts.push(`## Summary\n\n${escaped(capture.summary)}`);
  if (texts.content !== null) parts.push(texts.content);
  if (texts.notes !== null) parts.push(`## Notes\n\n${texts.notes}`);
  if (segments.length > 0) parts.push(`## Transcript\n\n${paragraphsOf(segments).map(toMarkdownLine).join("\n\n")}`);
  return ended(parts.join("\n\n"));
}

function toMarkdownLine({ startMs, speaker, text }: ReturnType<typeof paragraphsOf>[number]): string {
  const who = speaker === null ? "" : `**${escaped(speaker)}** `;
  return `${who}[${clock(startMs, ".").slice(0, 8)}] ${escaped(text)}`;
}

function toVttCue(segment: SegmentRow): string {
  const said = vttEscaped(segment.text);
  const voice = segment.speaker === null ? said : `<v ${vttEscaped(segment.speaker)}>${said}`;
  return `${clock(segment.startMs, ".")} --> ${clock(segment.endMs, ".")}\n${voice}\n`;
}

function toSrtCue(segment: SegmentRow, index: number): string {
  const said = oneLine(segment.text);
  const text = segment.speaker === null ? said : `${oneLine(segment.speaker)}: ${said}`;
  return `${index + 1}\n${clock(segment.startMs, ",")} --> ${clock(segment.endMs, ",")}\n${text}\n`;
}

/** `01:02:03.004`; `mark` stands before the milliseconds. */
function clock(ms: number, mark: "." | ","): string {
  const rest = String(ms % 1000).padStart(3, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${rest}`;
}

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, "0");
}

/** Text of a cue: on one line, without what would be markup or end the cue. */
function vttEscaped(text: string): string {
  return oneLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").replaceAll("-->", "→").trim();
}

function escaped(text: string): string {
  return text.replace(/([\\`*_[\]<>])/g, "\\$1");
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
