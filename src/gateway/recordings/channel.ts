/** One connection to the audio channel: what the client says is carried to the owner of the recording, one thing after the other. */
import type { AudioAnswers, AudioAsks } from "../../actors/audio/asks.ts";
import type { Clock } from "../../actors/ports.ts";
import { conflict, invalid } from "../../schema/errors.ts";
import type { ClientFrame, SegmentFrame, StartFrame } from "../../schema/recording.ts";
import { readFrame } from "./frames.ts";
import { createIntake } from "./intake.ts";
import { createReplies, type Line } from "./replies.ts";
import { createSteps } from "./steps.ts";

export interface ChannelParts {
  readonly captureId: string;
  readonly line: Line;
  readonly clock: Clock;
  /** The owner of the recording. */
  readonly ask: <Ask extends keyof AudioAsks>(
    ask: Ask,
    input: AudioAsks[Ask],
    signal?: AbortSignal,
  ) => Promise<AudioAnswers[Ask]>;
  /** Hears of failures that the client is told nothing about. */
  readonly onFailure: (error: unknown) => void;
}

export interface Channel {
  text(text: string): void;
  audio(frame: Uint8Array): void;
  /** The client gave a sign of life. */
  ping(): void;
  /** The connection is gone. Resolves when the owner knows. */
  gone(): Promise<void>;
}

/** Milliseconds until the client must have said how it sends. */
const startWithin = 30_000;

/** The channel of a connection that has just begun; a client that does not say `start` in time is refused. */
export function createChannel({ captureId, line, clock, ask, onFailure }: ChannelParts): Channel {
  const leaving = new AbortController();
  let session: string | null = null;
  let frameBytes = 0;
  let receivedMs = 0;
  let isStarted = false;

  const replies = createReplies({ line, receivedMs: () => receivedMs, onFailure, onOver: () => intake.close() });
  const { say, fail } = replies;
  const steps = createSteps({ onFailure: fail, hold: (isHeld) => line.hold(isHeld) });

  const intake = createIntake({
    clock,
    write: async (bytes, sizes) => (await ask("append", { ...here(), bytes, sizes })).receivedMs,
    onWritten: (durableMs) => say({ type: "ack", receivedMs: (receivedMs = durableMs) }),
    onFailure: fail,
    hold: (isHeld) => line.hold(isHeld),
  });

  const here = (): { captureId: string; session: string } => {
    if (session === null) throw invalid("type", "Send start before anything else.");
    return { captureId, session };
  };

  const start = async ({ encoding, sampleRate, channels, resumeFromMs }: StartFrame): Promise<void> => {
    cancelStart();
    const format = { encoding, sampleRate, channels };
    const opened = await ask("open", { captureId, format, resumeFromMs: resumeFromMs ?? null });
    ({ session, receivedMs } = opened);
    if (replies.isOver) return;
    say({ type: "started", receivedMs });
    ask("ending", here(), leaving.signal).then(replies.end, (error: unknown) => {
      if (!leaving.signal.aborted) fail(error);
    });
    intake.begin(receivedMs);
  };

  const segment = async ({ startMs, endMs, speaker, text }: SegmentFrame): Promise<void> => {
    if (endMs < startMs) throw invalid("endMs", "endMs: expected at least startMs.");
    const spoken = { startMs, endMs, speaker: speaker ?? null, text };
    const { position } = await ask("segment", { ...here(), segment: spoken });
    say({ type: "segment", position, startMs, endMs });
  };

  const step = async (frame: ClientFrame): Promise<void> => {
    if (replies.isOver) return;
    switch (frame.type) {
      case "start":
        return start(frame);
      case "note":
        await ask("note", { ...here(), text: frame.text });
        return say({ type: "note" });
      case "segment":
        return segment(frame);
      case "keepAlive":
        await ask("heard", here());
        return say({ type: "ack", receivedMs });
      case "stop":
        here();
        await intake.drain();
        if (!replies.isOver) await ask("stop", here());
    }
  };

  const cancelStart = clock.timer(startWithin, () => fail(invalid("type", "Send start first, within 30 seconds.")));

  return {
    text(text) {
      if (replies.isOver) return;
      try {
        const frame = readFrame(text);
        if (frame.type === "start") {
          if (isStarted) throw conflict("The channel was started already: connect again to start anew.");
          isStarted = true;
          frameBytes = frame.encoding === "opus" ? 1 : 2 * frame.channels;
        }
        steps.add(() => step(frame));
      } catch (error) {
        // What was said before is carried out first.
        steps.add(async () => fail(error));
      }
    },
    audio(frame) {
      if (replies.isOver) return;
      if (frameBytes === 0) fail(invalid("type", "Send start before audio."));
      else if (frame.byteLength % frameBytes !== 0) fail(invalid("audio", `${cut} of ${frameBytes} bytes.`));
      else intake.add(frame);
    },
    ping() {
      if (session !== null && !replies.isOver) ask("heard", here()).catch(() => undefined);
    },
    async gone() {
      cancelStart();
      await steps.ended();
      if (!replies.isOver) await intake.drain();
      replies.leave();
      intake.close();
      leaving.abort();
      if (session !== null) await ask("leave", here()).catch(() => undefined); // it is over already
    },
  };
}

const cut = "A binary frame must hold whole samples";
