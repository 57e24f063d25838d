/**
 * Reads what servers answer. They agree on `text`; segments may be missing, in seconds (OpenAI, whisper.cpp, speaches) or in
 * nanoseconds (LocalAI), and name who speaks in `speaker` (OpenAI's diarized_json, LocalAI, WhisperX), in `speaker_id` (Mistral) or before the
 * words (whisper.cpp with --diarize).
 */
import { isRecord } from "../../schema/common.ts";
import type { SpokenSegment } from "../runtime/transcriber.ts";

/** A longer name is none. */
const speakerLength = 200;
/** No recording has so many seconds: these are nanoseconds. */
const nanoseconds = 1_000_000;

/** The segments in an answer to a part of that length (milliseconds, null when it is not known); null when it cannot be read. */
export function readAnswer(text: string, durationMs: number | null): SpokenSegment[] | null {
  const answer = parse(text);
  if (answer === null) return null;
  const listed = Array.isArray(answer["segments"]) ? answer["segments"].filter(isRecord) : [];
  const segments = readSegments(listed, durationMs);
  if (segments.length > 0) return segments;
  if (typeof answer["text"] !== "string") return Array.isArray(answer["segments"]) ? [] : null;
  const whole = clean(answer["text"]);
  const endMs = durationMs ?? toMs(answer["duration"], 1000) ?? 0;
  return whole === "" ? [] : [{ startMs: 0, endMs, speaker: null, text: whole }];
}

type Fields = Readonly<Record<string, unknown>>;

function readSegments(listed: readonly Fields[], durationMs: number | null): SpokenSegment[] {
  const longest = Math.max(0, ...listed.map(({ end }) => (typeof end === "number" ? end : 0)));
  const scale = longest >= nanoseconds ? 1e-6 : 1000;
  const segments: SpokenSegment[] = [];
  for (const fields of listed) {
    const { speaker, text } = readWords(fields);
    if (text === "") continue;
    const before = segments.at(-1)?.endMs ?? 0;
    const startMs = within(toMs(fields["start"], scale) ?? before, durationMs);
    const endMs = Math.max(startMs, within(toMs(fields["end"], scale) ?? startMs, durationMs));
    segments.push({ startMs, endMs, speaker, text });
  }
  return segments;
}

function readWords(fields: Fields): Pick<SpokenSegment, "speaker" | "text"> {
  const said = typeof fields["text"] === "string" ? clean(fields["text"]) : "";
  const before = /^\(speaker ([^)]{1,20})\)\s*/i.exec(said);
  const text = before === null ? said : said.slice(before[0].length);
  const named = fields["speaker"] ?? fields["speaker_id"] ?? before?.[1];
  const name = typeof named === "number" ? String(named) : typeof named === "string" ? clean(named) : "";
  return { speaker: name === "" || name === "?" ? null : speakerName(name), text };
}

/** "A", "0" and "SPEAKER_00" are no names that a person would read. */
function speakerName(label: string): string {
  const short = /^(?:speaker[ _-]?)?(\d{1,3}|[a-z])$/i.exec(label)?.[1];
  return Array.from(short === undefined ? label : `Speaker ${short.toUpperCase()}`)
    .slice(0, speakerLength)
    .join("");
}

function toMs(value: unknown, scale: number): number | null {
  const number = typeof value === "string" ? Number.parseFloat(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? Math.round(number * scale) : null;
}

function within(ms: number, durationMs: number | null): number {
  return durationMs === null ? ms : Math.min(ms, durationMs);
}

function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function parse(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
