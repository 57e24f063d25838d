/**
 * Sends a recording over the audio channel until the service says that it has ended: connects, resumes from the last acknowledgement
 * after a break, and stops when nothing more comes.
 */
import { errorCatalogue, type ErrorType } from "../../schema/errors.ts";
import type { ServerFrame, StartFrame } from "../../schema/recording.ts";
import { CliFailure, codeOfType } from "../ports/failure.ts";
import type { Machine, Refusal } from "../ports/machine.ts";
import type { Outbox } from "./outbox.ts";

export interface SendingParts {
  readonly stream: { readonly url: string; readonly token: string };
  readonly outbox: Outbox;
  readonly machine: Pick<Machine, "connect">;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Called when more is safe, and when the connection was lost or is there again. */
  readonly onChange: () => void;
}

export interface Sending {
  /** Whether the service listens; it does not yet while the first connection is being made. */
  readonly state: "connecting" | "live" | "lost";
  /** Sends what waits in the outbox. */
  push(): void;
  note(text: string): void;
  /** Sends the rest, then ends the recording. */
  finish(): void;
  /** Gives up; the recording stays open. */
  abandon(): void;
  /**
   * Resolves with the service's reason when the recording has ended (`stopped`, `silence`, `limit`, …), with null when it was given up.
   * Rejects when the service refuses it.
   */
  readonly ended: Promise<string | null>;
}

/** Milliseconds until another connection is tried: twice as long each time. */
const firstPause = 500;
const longestPause = 5000;

/** How a connection ended. */
type End =
  | { readonly type: "stopped"; readonly reason: string }
  | { readonly type: "refused"; readonly code: string; readonly message: string }
  | { readonly type: "lost" };

export function createSending({ stream, outbox, machine, sleep, onChange }: SendingParts): Sending {
  const notes: string[] = [];
  const givenUp = Promise.withResolvers<null>();
  let line: Line | null = null;
  let isFinished = false;
  let isGivenUp = false;
  let hasSaidStop = false;
  let hasFailed = false;

  const push = (): void => {
    if (line === null || line.isStopped) return;
    for (const text of notes.slice(line.notes)) line.say({ type: "note", text });
    line.notes = notes.length;
    for (let frame = outbox.next(); frame !== null; frame = outbox.next()) line.send(frame);
    if (!isFinished || !outbox.isSent) return;
    line.isStopped = hasSaidStop = true;
    line.say({ type: "stop" });
  };

  const take = (frame: ServerFrame): void => {
    if (frame.type === "ack" || frame.type === "stopped") outbox.acknowledge(frame.receivedMs);
    if (frame.type === "note") notes.shift();
    if (frame.type === "note" && line !== null) line.notes -= 1;
    push();
    onChange();
  };

  const connect = (): Promise<End> =>
    new Promise((resolve) => {
      let end: End = { type: "lost" };
      const socket = machine.connect(stream.url, stream.token, {
        opened() {
          socket.send(JSON.stringify(startFrame(outbox)));
        },
        text(text) {
          const frame = JSON.parse(text) as ServerFrame;
          if (frame.type === "started") line = openLine(socket);
          if (frame.type === "stopped") end = { type: "stopped", reason: frame.reason };
          if (frame.type === "error" && !passing.has(frame.code)) end = { ...frame, type: "refused" };
          take(frame);
        },
        closed(refusal) {
          line = null;
          if (refusal !== null) end = endOf(refusal);
          hasFailed = end.type === "lost";
          if (hasFailed) onChange();
          resolve(end);
        },
      });
      void givenUp.promise.then(() => socket.cut());
    });

  const run = async (): Promise<string | null> => {
    let pause = firstPause;
    for (;;) {
      const before = outbox.safeMs;
      const end = await connect();
      if (end.type === "stopped") return end.reason;
      // The recording may have been stopped, and the answer lost; what was not acknowledged is still in the outbox.
      if (end.type === "refused") return hasSaidStop && end.code === "resource_conflict" ? "stopped" : refuse(end);
      if (outbox.safeMs > before) pause = firstPause;
      if (!isGivenUp) await Promise.race([sleep(pause), givenUp.promise]);
      if (isGivenUp) return null;
      pause = Math.min(longestPause, pause * 2);
    }
  };

  const ended = run();
  return {
    get state() {
      return line !== null ? "live" : hasFailed ? "lost" : "connecting";
    },
    push,
    note(text) {
      notes.push(text);
      push();
    },
    finish() {
      isFinished = true;
      outbox.finish();
      push();
    },
    abandon() {
      isGivenUp = true;
      givenUp.resolve(null);
    },
    ended,
  };
}

/** A connection to which the service listens. */
interface Line {
  /** Notes that were said to it and not confirmed. */
  notes: number;
  /** It was asked to stop. */
  isStopped: boolean;
  say(frame: object): void;
  send(frame: Uint8Array): void;
}

function openLine(socket: { send(frame: string | Uint8Array): void }): Line {
  return {
    notes: 0,
    isStopped: false,
    say: (frame) => socket.send(JSON.stringify(frame)),
    send: (frame) => socket.send(frame),
  };
}

/** From the last acknowledgement on; what is there already is dropped by the service. */
function startFrame(outbox: Outbox): StartFrame {
  const { sampleRate, channels } = outbox.format as StartFrame;
  return { type: "start", encoding: "pcm_s16le", sampleRate, channels, resumeFromMs: outbox.rewind() };
}

/** What may be gone the next time. */
const passing: ReadonlySet<string> = new Set(["internal_error", "rate_limit_exceeded"]);

function endOf({ status, body }: Refusal): End {
  if (status === 429 || status >= 500) return { type: "lost" };
  try {
    const { error } = JSON.parse(body) as { error: { code: string; message: string } };
    return { type: "refused", code: error.code, message: error.message };
  } catch {
    return {
      type: "refused",
      code: `http_${status}`,
      message: `The audio channel answered ${status}, and not as Dayshift does.`,
    };
  }
}

function refuse({ code, message }: { readonly code: string; readonly message: string }): never {
  const type = (errorCatalogue as Readonly<Record<string, { readonly type: ErrorType }>>)[code]?.type ?? "api_error";
  throw new CliFailure(message, codeOfType[type]);
}
