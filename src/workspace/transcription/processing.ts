/**
 * What is made of a capture: first what was said is transcribed, then it is summed up and todos are suggested, then it is
 * completed. Each step is a commit, so after a crash it resumes at the next one. Generating is no agent work: it takes no minutes, and a
 * spent budget does not hold it up.
 */
import { isCalendarDate } from "../../schema/common.ts";
import { conflict } from "../../schema/errors.ts";
import {
  captureRow,
  captureTexts,
  findCapture,
  setCaptureAttempt,
  setCaptureFailed,
  setCaptureStatus,
  setGenerated,
} from "../captures/queries.ts";
import type { CaptureRow } from "../captures/row.ts";
import type { Context } from "../protocol/context.ts";
import { allSegments, hasSegments } from "../segments/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { type NewSuggestion, suggest, withdrawStale } from "../suggestions/suggest.ts";
import { setTranscription, transcriptionOf } from "./queries.ts";
import { enqueue } from "../work/queue.ts";

/** What is to be done next with a capture. */
export type Stage = "nothing" | "transcribe" | "digest";

/** A line of what a capture says. Times are milliseconds; null in what was written, but for the second of a note on a recording. */
export interface Line {
  readonly part: "content" | "notes" | "transcript";
  /** Line of the text, counted from 1; position of the segment. */
  readonly number: number;
  readonly speaker: string | null;
  readonly text: string;
  readonly startMs: number | null;
  readonly endMs: number | null;
}

export interface Saying {
  readonly type: CaptureRow["type"];
  /** Null when it is to be named. */
  readonly title: string | null;
  /** In the order of the text, without blank lines. */
  readonly lines: readonly Line[];
  /** True for a recording that no speech recognition has listened to. */
  readonly isUnheard: boolean;
  /** Milliseconds since 1970. */
  readonly saidAt: number;
  /** The person who said it, or whose program sent it. */
  readonly saidBy: string;
}

export interface Made {
  readonly title: string;
  readonly subtitle: string;
  readonly summary: string;
  readonly suggestions: readonly {
    readonly title: string;
    readonly dueDate: string | null;
    readonly priority: NewSuggestion["priority"];
    /** Index of its line. */
    readonly line: number;
    readonly quote: string;
  }[];
}

type Moment = Pick<Context, "sql" | "now" | "newId">;

const notConfigured = {
  code: "not_configured",
  message:
    "No speech recognition is configured: an operator chooses a speech server in the settings of the app, or sets DAYSHIFT_TRANSCRIBE_MODEL and DAYSHIFT_TRANSCRIBE_BASE_URL (any server with /audio/transcriptions). Then try this recording again. The audio is stored.",
};

/** Nobody has listened to it: it is summed up from what was typed, and can be transcribed later. */
function isUnheard({ errorCode }: Pick<CaptureRow, "errorCode">): boolean {
  return errorCode === notConfigured.code;
}

/** The next step; a recording that runs or has failed waits for somebody, and an erased capture needs none. */
export function stageOf(sql: Sql, captureId: string): Stage {
  const capture = findCapture(sql, captureId);
  if (capture === undefined || capture.status === "recording" || capture.status === "failed") return "nothing";
  if (capture.status === "completed" || isUnheard(capture) || hasSegments(sql, captureId, "client")) return "digest";
  return transcriptionOf(sql, captureId).isComplete ? "digest" : "transcribe";
}

/** What the capture says now; undefined when it was erased. */
export function sayingOf(sql: Sql, captureId: string): Saying | undefined {
  const capture = findCapture(sql, captureId);
  if (capture === undefined) return undefined;
  const { content, notes } = captureTexts(sql, capture.n);
  const said = allSegments(sql, captureId).map(({ position, speaker, text, startMs, endMs }) => {
    return { part: "transcript", number: position, speaker, text, startMs, endMs } as const;
  });
  return {
    type: capture.type,
    title: capture.type === "note" || capture.titleBy === "person" ? capture.title : null,
    lines: [...writtenLines("content", content), ...writtenLines("notes", notes), ...said],
    isUnheard: isUnheard(capture),
    saidAt: capture.createdAt,
    saidBy: capture.createdBy,
  };
}

function writtenLines(part: "content" | "notes", text: string | null): Line[] {
  return (text ?? "").split(/\r\n|\n|\r/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    const { startMs, text } = part === "notes" ? timed(line) : { startMs: null, text: line };
    return [{ part, number: index + 1, speaker: null, text, startMs, endMs: null }];
  });
}

/** A note that was written during a recording begins with its second, `[1:02:03]`, which is none of its words. */
function timed(line: string): Pick<Line, "text" | "startMs"> {
  const [, time, text = line] = /^\[(\d{1,2}(?::\d\d){1,2})\] (?=.*\S)(.*)/s.exec(line) ?? [];
  const seconds = time?.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return { text, startMs: seconds === undefined ? null : seconds * 1000 };
}

/**
 * Records what was made of the capture, and completes it; false, and nothing happens, when it says something else by now. A title
 * that a person gave stays, and so does that of a note.
 */
export function recordMade(moment: Moment, captureId: string, saying: Saying, made: Made): boolean {
  const { sql, now } = moment;
  const capture = findCapture(sql, captureId);
  const current = sayingOf(sql, captureId);
  if (capture === undefined || JSON.stringify(current?.lines) !== JSON.stringify(saying.lines)) return false;
  const { subtitle, summary } = made;
  setGenerated(sql, capture.n, { title: capture.type === "note" ? null : made.title, subtitle, summary }, now);
  withdrawStale(moment, captureId, saying.lines.map(({ text }) => text).join("\n"));
  suggest(moment, captureId, evidenceOf(saying, made));
  if (capture.status === "processing") setCaptureStatus(sql, capture.n, "completed", now);
  setCaptureAttempt(sql, capture.n, 0, isUnheard(capture) ? notConfigured : null);
  return true;
}

function evidenceOf({ lines }: Saying, { suggestions }: Made): NewSuggestion[] {
  return suggestions.flatMap(({ title, dueDate, priority, line, quote }) => {
    const found = lines[line];
    if (found === undefined) return [];
    const { part, number, speaker, startMs, endMs } = found;
    return [{ title, dueDate: dayOf(dueDate), priority, evidence: { part, number, speaker, startMs, endMs, quote } }];
  });
}

/** A model may say anything: what is no day is none. */
function dayOf(said: string | null): string | null {
  return said !== null && isCalendarDate(said) ? said : null;
}

/** Nobody is configured to listen to the recording: it is kept, and completed without a transcript. */
export function leaveUnheard({ sql }: Pick<Context, "sql">, captureId: string): void {
  const capture = findCapture(sql, captureId);
  if (capture?.status === "processing") setCaptureAttempt(sql, capture.n, 0, notConfigured);
}

/** No sound arrived: whether something was typed, from which the capture is then summed up. */
export function isTypedAlone({ sql }: Pick<Context, "sql">, captureId: string): boolean {
  const capture = findCapture(sql, captureId);
  if (capture === undefined || (captureTexts(sql, capture.n).notes ?? "").trim() === "") return false;
  setTranscription(sql, captureId, { ...transcriptionOf(sql, captureId), isComplete: true });
  return true;
}

/** Notes that the recording cannot be transcribed, until somebody retries it; the audio stays. */
export function failCapture(
  { sql, now }: Pick<Context, "sql" | "now">,
  captureId: string,
  code: string,
  message: string,
): void {
  const capture = findCapture(sql, captureId);
  if (capture?.status === "processing") setCaptureFailed(sql, capture.n, { code, message }, now);
}

/** Has a recording tried again that failed, from where it came to, or that nobody listened to. Throws 404; 409 for any other. */
export function retryCapture(context: Context, captureId: string): CaptureRow {
  const { sql, now } = context;
  const capture = captureRow(sql, captureId);
  if (capture.status !== "failed" && !isUnheard(capture)) {
    throw conflict(
      `Only a recording that failed, or that nobody listened to, can be tried again: the status of this capture is ${capture.status}.`,
    );
  }
  setCaptureStatus(sql, capture.n, "processing", now);
  setCaptureAttempt(sql, capture.n, 0, null);
  enqueue(context, "capture", captureId);
  return captureRow(sql, captureId);
}
