/** One connection to the audio channel: what the client says is carried to the owner of the recording, one thing after the other. */
import type { AudioAnswers, AudioAsks, Ending } from "../../actors/audio/asks.ts";
import type { Clock } from "../../actors/ports.ts";
import { ApiError, conflict, invalid } from "../../schema/errors.ts";
import type { ClientFrame, SegmentFrame, StartFrame } from "../../schema/recording.ts";
import { readFrame, type ServerFrame } from "./frames.ts";
import { createIntake } from "./intake.ts";

/** The connection, as the channel needs it. */
export interface Line {
  send(text: string): void;
  /** Says why, in the code of the closing frame. */
  close(code: number, reason: string): void;
  /** Stops reading, or goes on. */
  hold(isHeld: boolean): void;
}

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

/** Closing codes: RFC 6455 §7.4.1, and one of our own. */
const closing = { normal: 1000, refused: 1008, restart: 1012, later: 1013, replaced: 4001 } as const;
/** Milliseconds until the client must have said how it sends. */
const startWithin = 30_000;
/** So many texts may wait to be carried out before the client is held back. */
const mostSteps = 64;

export function createChannel({ captureId, line, clock, ask, onFailure }: ChannelParts): Channel {
  const leaving = new AbortController();
  let session: string | null = null;
  let frameBytes = 0;
  let receivedMs = 0;
  let isOver = false;
  let steps: Promise<void> = Promise.resolve();
  let waiting = 0;
  let isStarted = false;

  const say = (frame: ServerFrame): void => {
    if (!isOver) line.send(JSON.stringify(frame));
  };

  const finish = (code: number, reason: string): void => {
    if (isOver) return;
    isOver = true;
    intake.close();
    line.close(code, reason);
  };

  const fail = (error: unknown): void => {
    if (!(error instanceof ApiError)) onFailure(error);
    const known = error instanceof ApiError ? error : new ApiError("internal_error", failed);
    say({ type: "error", code: known.code, message: known.message, param: known.param, receivedMs });
    finish(known.status >= 500 ? closing.later : closing.refused, known.code);
  };

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

  const onEnding = (ending: Ending): void => {
    switch (ending.type) {
      case "stopped":
        say({ type: "stopped", reason: ending.reason, receivedMs: ending.receivedMs });
        return finish(closing.normal, ending.reason);
      case "replaced":
        say({ type: "error", ...replaced, param: null, receivedMs });
        return finish(closing.replaced, "replaced");
      case "forbidden":
        say({ type: "error", ...forbidden, param: null, receivedMs });
        return finish(closing.refused, forbidden.code);
      case "closing":
        return finish(closing.restart, "the service stops");
    }
  };

  const start = async ({ encoding, sampleRate, channels, resumeFromMs }: StartFrame): Promise<void> => {
    cancelStart();
    const format = { encoding, sampleRate, channels };
    const opened = await ask("open", { captureId, format, resumeFromMs: resumeFromMs ?? null });
    ({ session, receivedMs } = opened);
    if (isOver) return;
    say({ type: "started", receivedMs });
    ask("ending", here(), leaving.signal).then(onEnding, (error: unknown) => {
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
    if (isOver) return;
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
        if (!isOver) await ask("stop", here());
    }
  };

  const queue = (frame: ClientFrame): void => {
    if ((waiting += 1) > mostSteps) line.hold(true);
    steps = steps
      .then(() => step(frame))
      .catch(fail)
      .then(() => {
        if ((waiting -= 1) === mostSteps) line.hold(false);
      });
  };

  const cancelStart = clock.timer(startWithin, () => fail(invalid("type", "Send start first, within 30 seconds.")));

  return {
    text(text) {
      if (isOver) return;
      try {
        const frame = readFrame(text);
        if (frame.type === "start") {
          if (isStarted) throw conflict("The channel was started already: connect again to start anew.");
          isStarted = true;
          frameBytes = frame.encoding === "opus" ? 1 : 2 * frame.channels;
        }
        queue(frame);
      } catch (error) {
        // What was said before is carried out first.
        steps = steps.then(() => fail(error));
      }
    },
    audio(frame) {
      if (isOver) return;
      if (frameBytes === 0) fail(invalid("type", "Send start before audio."));
      else if (frame.byteLength % frameBytes !== 0) fail(invalid("audio", `${cut} of ${frameBytes} bytes.`));
      else intake.add(frame);
    },
    ping() {
      if (session !== null && !isOver) ask("heard", here()).catch(() => undefined);
    },
    async gone() {
      cancelStart();
      await steps;
      if (!isOver) await intake.drain();
      isOver = true;
      intake.close();
      leaving.abort();
      if (session !== null) await ask("leave", here()).catch(() => undefined); // it is over already
    },
  };
}

const failed = "The recording could not be written. It stays open: connect again in a few seconds.";
const cut = "A binary frame must hold whole samples";
const replaced = { code: "resource_conflict", message: "Another connection goes on with this recording." };
const forbidden = {
  code: "missing_scope",
  message: "The credential that opened this recording lacks captures:write by now.",
};
