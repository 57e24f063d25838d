/** Examples of what the app interface shows of a capture; `examples.ts` has the others. */

const at = "2026-03-10T09:00:00.000Z";
const todoId = "0195f3a0-0000-7000-8000-000000000001";
const captureId = "0195f3a0-0000-7000-8000-000000000013";

/** By the name of the component. */
export const captureExamples = {
  Segment: {
    object: "segment",
    position: 1,
    startMs: 0,
    endMs: 2400,
    speaker: "Ana",
    text: "I'll send the offer by Friday.",
    origin: "transcription",
  },
  SpeakerRenamed: { object: "speaker_renamed", captureId, name: "Ana", segmentCount: 12 },
  CaptureProgress: {
    object: "capture_progress",
    captureId,
    phase: "transcribing",
    transcribedSeconds: 300,
    totalSeconds: 1500,
    attempts: 0,
    errorCode: null,
    errorMessage: null,
    nextAttemptAt: null,
  },
  Suggestion: {
    object: "suggestion",
    todoId,
    title: "Send the offer",
    dueDate: "2026-03-13",
    status: "suggested",
    evidence: {
      part: "transcript",
      number: 1,
      startMs: 0,
      endMs: 2400,
      speaker: "Ana",
      quote: "I'll send the offer by Friday.",
    },
    createdAt: at,
  },
} as const;
