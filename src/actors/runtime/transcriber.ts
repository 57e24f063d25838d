/** Speech to text, as the actors ask for it. */

/** A piece of transcribed speech. Times are milliseconds from the beginning of what was sent. */
export interface SpokenSegment {
  readonly startMs: number;
  readonly endMs: number;
  /** Null when the server does not say. */
  readonly speaker: string | null;
  readonly text: string;
}

/** Sound to be transcribed; `read` can be called again for another attempt. */
export interface SoundFile {
  /** Name with an extension. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly bytes: number;
  /** Why all of a recording is in it and what to do about it, for a server that finds it too large; null when it is not too large. */
  readonly uncut?: string | null;
  read(): AsyncIterable<Uint8Array>;
}

/** Speech to text. */
export interface Transcriber {
  readonly name: string;
  /** Bytes of sound that it takes at once, as far as it knows: fewer once a part was too large. Left out: as many as most take. */
  readonly maxBytes?: number;
  /**
   * What is said, in order; empty when nothing is. `language` is a code of ISO 639, null when nobody named one; `durationMs` null
   * when it is not known. Rejects with TranscriptionFailure, or with the abort reason; it does not try again by itself.
   */
  transcribe(
    sound: SoundFile,
    about: { readonly language: string | null; readonly durationMs: number | null },
    signal: AbortSignal,
  ): Promise<SpokenSegment[]>;
}

/** What stood in the way; `sound_refused` also for a failure of the server's own. */
export type FailureReason = "unreachable" | "key_refused" | "unknown_model" | "no_speech_server" | "sound_refused";

/** The recording could not be transcribed; `message` is readable by a person, without secrets, addresses and content. */
export class TranscriptionFailure extends Error {
  override readonly name = "TranscriptionFailure";
  /** Milliseconds that the server asked us to wait; null when it did not. */
  readonly wait: number | null;
  /** Another attempt would end like this one. */
  readonly isFinal: boolean;
  readonly reason: FailureReason;

  constructor(message: string, wait: number | null = null, isFinal = false, reason: FailureReason = "sound_refused") {
    super(message);
    this.wait = wait;
    this.isFinal = isFinal;
    this.reason = reason;
  }
}
