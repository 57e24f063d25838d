/** One connection to the audio channel: what the client says is carried to the owner of the recording, one thing after the other. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { conflict, invalid } from "../../schema/errors.ts";
import type { ClientFrame, ServerFrame, StartFrame } from "../../schema/recording.ts";
import { readFrame } from "./frames.ts";
import { createIntake } from "./intake.ts";
import { createPressure } from "./pressure.ts";
import { createReplies, endsRight, type AudioLine } from "./replies.ts";
import { type AskOwner, type AudioConnection, createAudioConnection } from "./audio-connection.ts";
import { createSteps } from "./steps.ts";

export interface ChannelParts {
  readonly captureId: string;
  readonly line: AudioLine;
  readonly clock: Clock;
  /** The owner of the recording. */
  readonly ask: AskOwner;
  /** Notified of failures that the client hears nothing of. */
  readonly onFailure: (error: unknown) => void;
}

export interface Channel {
  text(text: string): void;
  audio(frame: Uint8Array): void;
  /** The client gave a sign of life. */
  ping(): void;
  /** Who opened the recording may no longer send, or nobody can say whether they may. */
  refuse(why: unknown): void;
  /** The connection is gone. Resolves when the owner knows. */
  gone(): Promise<void>;
}

/** Milliseconds until the client must have said how it sends. */
const startWithin = 30_000;

/** The channel of a connection that has just begun; a client that does not say `start` in time is refused. */
export function createChannel({ captureId, line, clock, ask, onFailure }: ChannelParts): Channel {
  const connection = createAudioConnection(captureId, ask);
  let frameBytes = 0;
  let isStarted = false;

  const pressure = createPressure({ line, clock, onStuck: () => replies.giveUp() });
  const replies = createReplies({
    line: { send: (text) => pressure.send(text), close: (code, reason) => line.close(code, reason) },
    receivedMs: () => connection.receivedMs,
    onFailure,
    onOver: () => {
      intake.close();
      pressure.stop();
    },
  });
  const { say, fail } = replies;
  const steps = createSteps({ onFailure: fail, pause: pressure.reason() });

  const intake = createIntake({
    clock,
    write: (bytes, sizes) => connection.append(bytes, sizes),
    onWritten: (receivedMs) => say({ type: "ack", receivedMs }),
    onFailure: fail,
    pause: pressure.reason(),
  });

  const start = async (frame: StartFrame): Promise<void> => {
    cancelStart();
    await connection.open(frame);
    if (replies.isOver) return;
    say({ type: "started", receivedMs: connection.receivedMs });
    connection.ending().then(replies.end, (error: unknown) => {
      if (!connection.hasLeft) fail(error);
    });
    intake.begin(connection.receivedMs);
    flushWhenAsked().catch(() => undefined); // what ends the connection is said by its ending
  };

  /** All that has come counts when somebody else stops the recording. */
  const flushWhenAsked = async (): Promise<void> => {
    while (await connection.flushing()) {
      await steps.ended();
      await intake.flush();
    }
  };

  const stop = async (): Promise<void> => {
    connection.requireOpen();
    await intake.drain();
    if (!replies.isOver) await connection.stop();
  };

  const step = async (frame: ClientFrame): Promise<void> => {
    if (replies.isOver) return;
    if (frame.type === "start") return start(frame);
    if (frame.type === "stop") return stop();
    say(await answerTo(frame, connection));
  };

  const cancelStart = clock.timer(startWithin, () => fail(invalid("type", "Send start first, within 30 seconds.")));

  return {
    text(text) {
      if (replies.isOver) return;
      pressure.countText();
      try {
        const frame = readFrame(text);
        if (frame.type === "start") {
          if (isStarted) throw conflict("The channel was started already: connect again to start again.");
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
      if (connection.isOpen && !replies.isOver) connection.heard().catch(() => undefined);
    },
    refuse(why) {
      cancelStart();
      if (endsRight(why)) replies.end({ type: "forbidden" });
      else replies.fail(why);
    },
    async gone() {
      cancelStart();
      await steps.ended();
      if (!replies.isOver) await intake.drain();
      replies.leave();
      intake.close();
      pressure.stop();
      await connection.leave();
    },
  };
}

const cut = "A binary frame must hold whole samples";

/** Carries out what needs nothing but the connection, and answers what to say to it. */
async function answerTo(
  frame: Exclude<ClientFrame, { readonly type: "start" | "stop" }>,
  connection: AudioConnection,
): Promise<ServerFrame> {
  if (frame.type === "note") {
    await connection.note(frame.text);
    return { type: "note" };
  }
  if (frame.type === "segment") {
    const { startMs, endMs } = frame;
    return { type: "segment", position: await connection.segment(frame), startMs, endMs };
  }
  await connection.heard();
  return { type: "ack", receivedMs: connection.receivedMs };
}
