/** What the gateway asks of the owner of a recording, and what it is answered: plain data, so that it can cross to a thread. */
import type { AudioFormat } from "../../workspace/recordings/queries.ts";

/** How much of a recording is durable. */
export interface Progress {
  readonly receivedMs: number;
}

/** Why a connection has nothing more to send. */
export type Ending =
  /** The recording has ended, for that reason. */
  | { readonly type: "stopped"; readonly reason: string; readonly receivedMs: number }
  /** Another connection has taken its place. */
  | { readonly type: "replaced" }
  /** The credential that opened the recording may no longer send. */
  | { readonly type: "forbidden" }
  /** The service stops; the recording stays open. */
  | { readonly type: "closing" };

export interface SpokenSegment {
  readonly startMs: number;
  readonly endMs: number;
  readonly speaker: string | null;
  readonly text: string;
}

export interface UploadState {
  readonly offset: number;
  /** Null until the client said so. */
  readonly length: number | null;
  /** When an unfinished upload is given up (milliseconds since 1970). */
  readonly expiresAt: number;
}

export interface MediaFacts {
  readonly type: string;
  readonly bytes: number;
}

/** The input of each question. `session` names a connection, as `open` and `openUpload` answered it. */
export interface AudioAsks {
  /** Resumes a recording, in place of the connection that did so before. */
  readonly open: { readonly captureId: string; readonly format: AudioFormat; readonly resumeFromMs: number | null };
  /** Takes in whole frames, one after the other in `bytes`, with their lengths. */
  readonly append: {
    readonly captureId: string;
    readonly session: string;
    readonly bytes: Uint8Array;
    readonly sizes: readonly number[];
  };
  readonly note: { readonly captureId: string; readonly session: string; readonly text: string };
  readonly segment: { readonly captureId: string; readonly session: string; readonly segment: SpokenSegment };
  /** The client is there, though it has nothing to say. */
  readonly heard: { readonly captureId: string; readonly session: string };
  /** Ends the recording. */
  readonly stop: { readonly captureId: string; readonly session: string };
  /** The connection is gone; the recording stays open. */
  readonly leave: { readonly captureId: string; readonly session: string };
  /** Pending until the connection has nothing more to send. */
  readonly ending: { readonly captureId: string; readonly session: string };
  /** Pending until what the sender still collects is to be sent at once; asking again says that it was. */
  readonly flush: { readonly captureId: string; readonly session: string };
  /** How far an upload is; a length is taken as that of the whole file. */
  readonly upload: { readonly captureId: string; readonly length: number | null };
  /** Resumes an upload at that byte, in place of the connection that did so before. */
  readonly openUpload: { readonly captureId: string; readonly offset: number; readonly length: number | null };
  /** Ends the upload when it is whole, and says how far it is. */
  readonly closeUpload: { readonly captureId: string; readonly session: string };
  /** What can be played of a capture. */
  readonly media: { readonly captureId: string };
  /** What can be seen of an image. */
  readonly image: { readonly imageId: string };
}

export interface Opened extends Progress {
  readonly session: string;
}

export interface AudioAnswers {
  readonly open: Opened;
  readonly append: Progress & { readonly receivedBytes: number };
  readonly note: null;
  readonly segment: { readonly position: number };
  readonly heard: null;
  readonly stop: Progress;
  readonly leave: null;
  readonly ending: Ending;
  /** False: the connection is over. */
  readonly flush: { readonly isWanted: boolean };
  readonly upload: UploadState;
  /** `length`: bytes of the whole file; null until the client said so. */
  readonly openUpload: { readonly session: string; readonly length: number | null };
  readonly closeUpload: UploadState;
  readonly media: MediaFacts | null;
  readonly image: MediaFacts | null;
}

/** Answers a question about a recording. Rejects with ApiError; the signal ends what is pending. */
export type Audio = <Ask extends keyof AudioAsks>(
  ask: Ask,
  input: AudioAsks[Ask],
  signal?: AbortSignal,
) => Promise<AudioAnswers[Ask]>;
