/** What the app interface shows of a capture beyond the public one: segments, progress, suggestions, exports. */
import * as v from "valibot";
import { id, instant, integer, line, list, paging } from "./common.ts";

const milliseconds = v.pipe(v.number(), v.integer(), v.minValue(0));

export const segment = v.object({
  object: v.literal("segment"),
  position: v.pipe(integer(1, Number.MAX_SAFE_INTEGER), v.description("As evidence of suggestions names it.")),
  startMs: v.pipe(milliseconds, v.description("Milliseconds from the beginning of the recording.")),
  endMs: milliseconds,
  speaker: v.nullable(v.string()),
  text: v.string(),
  origin: v.picklist(["client", "transcription"]),
});
export const segmentPage = list(segment);
export const segmentQuery = v.strictObject({ ...paging });

export const speakerRename = v.pipe(
  v.strictObject({
    speaker: v.pipe(line(200), v.description("The name that the segments have now.")),
    name: v.pipe(line(200), v.description("The name they are to have; that of another speaker makes the two one.")),
  }),
  v.examples([{ speaker: "Speaker A", name: "Ana" }]),
);
export const speakerRenamed = v.object({
  object: v.literal("speaker_renamed"),
  captureId: id,
  name: v.string(),
  segmentCount: v.pipe(v.number(), v.integer()),
});

export const captureProgress = v.object({
  object: v.literal("capture_progress"),
  captureId: id,
  phase: v.picklist(["recording", "transcribing", "generating", "completed", "failed"]),
  transcribedSeconds: v.pipe(v.number(), v.integer()),
  totalSeconds: v.nullable(v.pipe(v.number(), v.integer())),
  attempts: v.pipe(v.number(), v.integer(), v.description("Failed attempts in a row; three are the last.")),
  errorCode: v.pipe(
    v.nullable(v.string()),
    v.description(
      "What went wrong last. `not_configured`: the recording is kept and completed without a transcript, because no speech recognition is configured; `retry` transcribes it once it is.",
    ),
  ),
  errorMessage: v.nullable(v.string()),
  nextAttemptAt: v.nullable(instant),
});

export const suggestion = v.object({
  object: v.literal("suggestion"),
  todoId: v.nullable(id),
  title: v.nullable(v.string()),
  dueDate: v.nullable(v.string()),
  status: v.picklist(["suggested", "accepted", "dismissed"]),
  evidence: v.object({
    part: v.picklist(["content", "notes", "transcript"]),
    number: v.pipe(
      v.number(),
      v.integer(),
      v.description("Line of the text, counted from 1; position of the segment in a transcript."),
    ),
    startMs: v.nullable(milliseconds),
    endMs: v.nullable(milliseconds),
    speaker: v.nullable(v.string()),
    quote: v.pipe(v.string(), v.description("The words it rests on, as they stand there.")),
  }),
  createdAt: instant,
});
export const suggestionPage = list(suggestion);

export const exportFormat = v.picklist(["txt", "vtt", "srt", "markdown"]);
export const exportQuery = v.strictObject({ format: exportFormat });
export const captureExport = v.object({
  object: v.literal("capture_export"),
  captureId: id,
  format: exportFormat,
  contentType: v.string(),
  fileName: v.string(),
  text: v.string(),
});

export type CaptureProgress = v.InferOutput<typeof captureProgress>;
export type CaptureExport = v.InferOutput<typeof captureExport>;
