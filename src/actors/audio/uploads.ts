/** Uploads of audio files: byte by byte, gone on with where they stopped, and whole when as many bytes came as were announced. */
import { ApiError, conflict } from "../../schema/errors.ts";
import { endRecording, openMs, runningRecording } from "../../workspace/captures/recordings.ts";
import {
  announcedUploads,
  type AudioFormat,
  findRecording,
  setUploadLength,
} from "../../workspace/recordings/queries.ts";
import type { UploadState } from "./asks.ts";
import { sniff } from "../sound/sniff.ts";
import { toSoundFailure } from "../store/failures.ts";
import type { Recordings, RecordingsParts } from "./recordings.ts";
import type { Session } from "./session.ts";

const fileFormat: AudioFormat = { encoding: "file", sampleRate: null, channels: null };
/** Of so many bytes it can be said what kind of file they begin. */
const sniffedBytes = 16;
/** Milliseconds after which an upload that is whole and could not be ended is tried again. */
const retryMs = 5000;

export interface Uploads {
  state(captureId: string, length: number | null): Promise<UploadState>;
  /** Throws 409 when the upload is not at that byte. */
  open(captureId: string, offset: number, length: number | null): Promise<Session>;
  /** Throws 415 when the file begins like no audio of ours. */
  check(session: Session, bytes: Uint8Array): void;
  close(session: Session): Promise<UploadState>;
  /** Ends the uploads of which all bytes are on the disk: a crash or a failing disk may have come between. Never rejects. */
  endWhole(): Promise<void>;
  /** Ends and tries nothing again from here on; resolves when what was under way has ended. */
  stop(): Promise<void>;
}

export function createUploads(parts: RecordingsParts, recordings: Recordings): Uploads {
  const { workspaceId, mailbox, clock, blobs, report } = parts;
  let cancelRetry: (() => void) | null = null;
  let isStopped = false;
  let ending: Promise<unknown> = Promise.resolve();

  const stateAt = (captureId: string, offset: number): UploadState => {
    const { recording } = mailbox.read((sql) => runningRecording(sql, captureId));
    return { offset, length: recording.uploadLength, expiresAt: recording.openedAt + openMs };
  };

  /** Of an upload that is whole: a client that lost the answer to its last piece asks how far it is. Null for any other. */
  const wholeState = (captureId: string): UploadState | null => {
    const recording = mailbox.read((sql) => findRecording(sql, captureId));
    if (recording?.endedWhy !== "uploaded" || recording.uploadLength === null) return null;
    const { uploadLength, openedAt } = recording;
    return { offset: uploadLength, length: uploadLength, expiresAt: openedAt + openMs };
  };

  const announce = async (captureId: string, length: number | null): Promise<void> => {
    const { capture, recording } = mailbox.read((sql) => runningRecording(sql, captureId));
    if (capture.source !== "upload") {
      throw conflict("This recording was not opened with source upload: its audio comes over the WebSocket.");
    }
    if (length === null || length === recording.uploadLength) return;
    if (recording.uploadLength !== null) throw otherLength(recording.uploadLength, length);
    await parts.watch();
    await mailbox.write((sql) => setUploadLength(sql, captureId, length));
  };

  const sizeOf = async (captureId: string): Promise<number> => (await blobs.size(workspaceId, captureId)) ?? 0;

  /** What a crash left on the disk may not be durable yet. */
  const makeDurable = async (captureId: string, length: number): Promise<void> => {
    const blob = await blobs.open(workspaceId, captureId);
    try {
      await blob.truncate(length);
    } finally {
      await blob.close();
    }
  };

  const end = async (captureId: string): Promise<void> => {
    await parts.watch();
    await mailbox.write((sql) => endRecording({ sql, now: clock.now() }, captureId, "uploaded"));
  };

  /** Ends the upload if all of it is on the disk; answers how much is. Nobody may send in the meantime. */
  const endIfWhole = async (captureId: string): Promise<number> => {
    const size = await ofSound(sizeOf(captureId));
    const recording = mailbox.read((sql) => findRecording(sql, captureId));
    if (recording?.endedWhy !== null || recording.uploadLength !== size) return size;
    await ofSound(makeDurable(captureId, size));
    await end(captureId);
    return size;
  };

  const tryEndWhole = async (): Promise<void> => {
    try {
      for (const captureId of mailbox.read(announcedUploads)) {
        if (isStopped) return;
        await recordings.unlessLive(captureId, () => endIfWhole(captureId));
      }
    } catch (error) {
      report("An upload that is whole could not be ended; it is tried again in a moment.", error);
      retry();
    }
  };

  const endWhole = async (): Promise<void> => {
    const own = tryEndWhole();
    ending = Promise.all([ending, own]);
    await own;
  };

  const retry = (): void => {
    if (isStopped) return;
    cancelRetry?.();
    cancelRetry = clock.timer(retryMs, () => void endWhole());
  };

  return {
    async state(captureId, length) {
      const known = wholeState(captureId);
      if (known !== null && (length ?? known.length) === known.length) return known;
      await announce(captureId, length);
      const offset = await recordings.alone(captureId, { type: "replaced" }, () => endIfWhole(captureId));
      return wholeState(captureId) ?? stateAt(captureId, offset);
    },
    async open(captureId, offset, length) {
      await announce(captureId, length);
      const session = await recordings.open(captureId, fileFormat, null);
      if (session.receivedBytes === offset) return session;
      await recordings.leave(session);
      throw conflict(`The upload is at byte ${session.receivedBytes}, not ${offset}: continue there.`, "Upload-Offset");
    },
    check(session, bytes) {
      if (session.receivedBytes > 0 || bytes.byteLength < sniffedBytes || sniff(bytes) !== null) return;
      throw new ApiError(
        "unsupported_media_type",
        "The file is no audio of a known kind: send WAV, MP3, M4A or MP4, Ogg, WebM or FLAC.",
      );
    },
    async close(session) {
      const { captureId, receivedBytes } = session;
      const state = stateAt(captureId, receivedBytes);
      try {
        await recordings.leave(session);
        if (receivedBytes === state.length) await end(captureId);
      } catch (error) {
        if (receivedBytes === state.length) retry(); // its client may never ask again
        throw error;
      }
      return state;
    },
    endWhole,
    stop() {
      isStopped = true;
      cancelRetry?.();
      return ending.then(() => undefined);
    },
  };
}

/** A file of sound that fails says nothing about the workspace. */
async function ofSound<T>(action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (error) {
    throw toSoundFailure(error);
  }
}

function otherLength(before: number, now: number): ApiError {
  return conflict(`The upload was announced with ${before} bytes, now with ${now}: the length cannot change.`);
}
