/** One audio connection to the owner of a recording: what it asks there, in its own name. */
import type { AudioAnswers, AudioAsks, Ending } from "../../actors/audio/asks.ts";
import { invalid } from "../../schema/errors.ts";
import type { SegmentFrame, StartFrame } from "../../schema/recording.ts";

/** Asks the owner of the recording. */
export type AskOwner = <Ask extends keyof AudioAsks>(
  ask: Ask,
  input: AudioAsks[Ask],
  signal?: AbortSignal,
) => Promise<AudioAnswers[Ask]>;

/** Until it is open, all but `open` and `leave` reject with 400. */
export interface AudioConnection {
  readonly isOpen: boolean;
  /** Milliseconds of audio that are durable. */
  readonly receivedMs: number;
  /** Opens it, which ends the connection before. Rejects with 403, 404 or 409. */
  open(frame: StartFrame): Promise<void>;
  /** Resolves when the owner ends it; rejects when the client leaves. */
  ending(): Promise<Ending>;
  /** Resolves with true when what is collected is to be appended at once, which asking again says is done; with false when it is over. */
  flushing(): Promise<boolean>;
  /** Resolves with the milliseconds that are durable. */
  append(bytes: Uint8Array, sizes: readonly number[]): Promise<number>;
  note(text: string): Promise<void>;
  /** Answers its position. */
  segment(frame: SegmentFrame): Promise<number>;
  /** Notes a sign of life. */
  heard(): Promise<void>;
  /** Throws 400 while it is not open. */
  requireOpen(): void;
  /** Ends the recording after what was sent. */
  stop(): Promise<void>;
  /** The client has gone. */
  leave(): Promise<void>;
  readonly hasLeft: boolean;
}

/** A connection that is not open yet. */
export function createAudioConnection(captureId: string, ask: AskOwner): AudioConnection {
  const leaving = new AbortController();
  let session: string | null = null;
  let receivedMs = 0;

  const here = (): { captureId: string; session: string } => {
    if (session === null) throw invalid("type", "Send start before anything else.");
    return { captureId, session };
  };

  return {
    get isOpen() {
      return session !== null;
    },
    get receivedMs() {
      return receivedMs;
    },
    get hasLeft() {
      return leaving.signal.aborted;
    },
    async open({ encoding, sampleRate, channels, resumeFromMs }) {
      const format = { encoding, sampleRate, channels };
      const opened = await ask("open", { captureId, format, resumeFromMs: resumeFromMs ?? null });
      ({ session, receivedMs } = opened);
    },
    ending: async () => ask("ending", here(), leaving.signal),
    flushing: async () => (await ask("flush", here(), leaving.signal)).isWanted,
    async append(bytes, sizes) {
      ({ receivedMs } = await ask("append", { ...here(), bytes, sizes }));
      return receivedMs;
    },
    async note(text) {
      await ask("note", { ...here(), text });
    },
    async segment({ startMs, endMs, speaker, text }) {
      if (endMs < startMs) throw invalid("endMs", "endMs: expected at least startMs.");
      const segment = { startMs, endMs, speaker: speaker ?? null, text };
      return (await ask("segment", { ...here(), segment })).position;
    },
    async heard() {
      await ask("heard", here());
    },
    requireOpen() {
      here();
    },
    async stop() {
      await ask("stop", here());
    },
    async leave() {
      leaving.abort();
      if (session !== null) await ask("leave", here()).catch(() => undefined); // it is over already
    },
  };
}
