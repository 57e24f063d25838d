/** Answers what the gateway asks about the recordings of one workspace. */
import { codePoints } from "../../schema/common.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import { captureTexts, setCaptureTexts, touchCapture } from "../../workspace/captures/queries.ts";
import { runningRecording } from "../../workspace/captures/recordings.ts";
import { findImage } from "../../workspace/images/queries.ts";
import { findRecording } from "../../workspace/recordings/queries.ts";
import { appendSegment, clientBytes } from "../../workspace/segments/queries.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Audio, AudioAnswers, AudioAsks, MediaFacts } from "./asks.ts";
import type { Recordings, RecordingsParts } from "./recordings.ts";
import type { Session } from "./session.ts";
import type { Uploads } from "./uploads.ts";

/** Notes typed during a recording, all together. */
const maxNotes = 100_000;

type Answers = {
  readonly [Ask in keyof AudioAsks]: (input: AudioAsks[Ask], signal?: AbortSignal) => Promise<AudioAnswers[Ask]>;
};

/** The owner's side of `Audio`. */
export function createAudio(
  { mailbox, clock }: Pick<RecordingsParts, "mailbox" | "clock">,
  recordings: Recordings,
  uploads: Uploads,
): Audio {
  const named = ({ captureId, session }: { readonly captureId: string; readonly session: string }) =>
    recordings.session(captureId, session);

  /** Bytes of speech in the recording of a session, read once. */
  const spoken = new WeakMap<object, number>();
  const spokenBytes = (session: Session): number =>
    spoken.get(session) ?? mailbox.read((sql) => clientBytes(sql, session.captureId));

  const answers: Answers = {
    async open({ captureId, format, resumeFromMs }) {
      const { id, receivedMs } = await recordings.open(captureId, format, resumeFromMs);
      return { session: id, receivedMs };
    },
    async append({ bytes, sizes, ...name }) {
      const session = named(name);
      if (session.isUpload) uploads.check(session, bytes);
      await recordings.append(session, { bytes, sizes });
      return { receivedMs: session.receivedMs, receivedBytes: session.receivedBytes };
    },
    async note({ text, ...name }) {
      const session = named(name);
      session.hear(clock.now());
      await mailbox.write((sql) => addNote(sql, session.captureId, text, clock.now()));
      return null;
    },
    async segment({ segment, ...name }) {
      const session = named(name);
      session.hear(clock.now());
      const bytes = spokenBytes(session) + Buffer.byteLength(segment.text);
      if (bytes > limits.segments.each.max) throw tooMuchSpeech();
      const position = await mailbox.write((sql) => {
        runningRecording(sql, session.captureId);
        return appendSegment(sql, session.captureId, segment, "client");
      });
      spoken.set(session, bytes);
      return { position };
    },
    heard: async (name) => {
      named(name).hear(clock.now());
      return null;
    },
    stop: async (name) => recordings.stop(named(name)),
    leave: async (name) => {
      await recordings.leave(named(name));
      return null;
    },
    ending: async (name, signal) => {
      const session = named(name);
      return unlessGone(session.over, signal);
    },
    flush: async (name, signal) => {
      const session = named(name);
      const asked = session.flush.asked(signal).then(() => ({ isWanted: true }));
      return unlessGone(Promise.race([asked, session.over.then(() => ({ isWanted: false }))]), signal);
    },
    upload: ({ captureId, length }) => uploads.state(captureId, length),
    async openUpload({ captureId, offset, length }) {
      const { id } = await uploads.open(captureId, offset, length);
      return { session: id, length: mailbox.read((sql) => findRecording(sql, captureId)?.uploadLength ?? null) };
    },
    closeUpload: async (name) => uploads.close(named(name)),
    media: async ({ captureId }) => mailbox.read((sql) => findRecording(sql, captureId)?.media ?? null),
    image: async ({ imageId }) => mailbox.read((sql) => imageFacts(sql, imageId)),
  };
  return (ask, input, signal) => answers[ask](input, signal);
}

function imageFacts(sql: Sql, id: string): MediaFacts | null {
  const image = findImage(sql, id);
  return image === undefined ? null : { type: image.contentType, bytes: image.bytes };
}

function tooMuchSpeech(): ApiError {
  const message = `A recording takes at most ${limits.segments.each.max} bytes of speech: stop it, and open another one.`;
  return new ApiError("payload_too_large", message, { param: "text" });
}

/** Notes stand one below the other. */
function addNote(sql: Sql, captureId: string, text: string, now: number): void {
  const { capture } = runningRecording(sql, captureId);
  const { notes, content } = captureTexts(sql, capture.n);
  const together = notes === null || notes === "" ? text : `${notes}\n${text}`;
  if (codePoints(together) > maxNotes) {
    throw invalid("text", `The notes of a recording hold at most ${maxNotes} characters; this one does not fit.`);
  }
  setCaptureTexts(sql, capture.n, capture.title, { content, notes: together });
  touchCapture(sql, capture.n, now);
}

/** The outcome; rejects when the asker goes before. */
function unlessGone<T>(outcome: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal?.reason as Error);
    signal?.addEventListener("abort", leave, { once: true });
    void outcome.then(resolve, reject).finally(() => signal?.removeEventListener("abort", leave));
  });
}
