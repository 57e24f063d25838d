/**
 * The way of sound to the service: blocks are sent as they come, and stay until they are acknowledged. A connection that breaks is
 * made again, and goes on from what is safe.
 */
import type { ServerFrame } from "../../schema/recording.ts";
import type { Ports } from "../base/ports.ts";
import { State } from "../base/signal.ts";
import type { TimedNote } from "../store/recording.ts";
import { words } from "../words/index.ts";
import { Outbox, type Block } from "./outbox.ts";

/** As much of a WebSocket as is needed, so that a test can be one. */
export interface SoundSocket {
  send(data: string | Block): void;
  close(): void;
}

export interface SoundEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

export interface SoundStream {
  readonly url: string;
  readonly token: string;
  readonly sampleRate: number;
}

export type SaidError = Pick<Extract<ServerFrame, { readonly type: "error" }>, "code" | "message">;

/** Why the service takes no more of a recording. */
export interface NotTaken {
  /** In words for people. */
  readonly why: string;
  /** What it has of a recording that has ended there: so many milliseconds at least, and all notes. */
  readonly has?: { readonly safeMs: number; readonly notes: string };
}

export interface ChannelParts {
  readonly ports: Ports;
  readonly stream: SoundStream;
  readonly outbox: Outbox;
  readonly connect: (stream: SoundStream, events: SoundEvents) => SoundSocket;
  /** As `whyNotTaken` answers. */
  readonly whyNot: (said: SaidError | null) => Promise<NotTaken | null>;
  /** So many milliseconds are on the service's disk. */
  readonly onSafe: (safeMs: number) => void;
  /** The first note of the outbox is on the service's disk. */
  readonly onNoted: () => void;
}

/** The service takes no more of this recording: it was stopped or removed elsewhere, or its day is over. Its message says so to people. */
export class Refused extends Error {}

const longestPause = 5000;

export class Channel {
  readonly isConnected = new State(false);
  /** Resolves when the service has ended the recording and has all of it; rejects with Refused. */
  readonly ended: Promise<void>;
  readonly #parts: ChannelParts;
  readonly #end = Promise.withResolvers<void>();
  #socket: SoundSocket | null = null;
  #isStopping = false;
  #isOver = false;
  #failures = 0;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
    this.ended = this.#end.promise;
    this.ended.catch(() => undefined);
    this.#connect();
  }

  /** Sends what the outbox has that was not sent. */
  flush(): void {
    if (this.#isOver || !this.isConnected.value) return;
    for (const block of this.#parts.outbox.unsent()) this.#socket?.send(block);
    if (this.#isStopping) this.#say({ type: "stop" });
  }

  /** Sends a note that the outbox has, with its second. */
  note(note: TimedNote): void {
    if (this.isConnected.value) this.#say({ type: "note", text: lineOf(note) });
  }

  /** Nothing more comes: the recording ends when all is safe. */
  stop(): void {
    this.#isStopping = true;
    this.flush();
  }

  /** Sends no more, at once. */
  leave(): void {
    this.#finish(null);
  }

  #connect(): void {
    if (this.#isOver) return;
    const { connect, stream, outbox } = this.#parts;
    let hasOpened = false;
    const socket: SoundSocket = connect(stream, {
      onOpen: () => {
        hasOpened = true;
        const resumeFromMs = outbox.rewind();
        const { sampleRate } = stream;
        this.#say({ type: "start", encoding: "pcm_s16le", sampleRate, channels: 1, resumeFromMs });
      },
      onText: (text) => socket === this.#socket && this.#take(JSON.parse(text) as ServerFrame),
      onClose: () => socket === this.#socket && this.#lost(hasOpened),
    });
    this.#socket = socket;
  }

  #take(frame: ServerFrame): void {
    if (this.#isOver) return;
    if (frame.type === "note") this.#parts.onNoted();
    if ("receivedMs" in frame) this.#parts.onSafe(frame.receivedMs);
    if (frame.type === "started") {
      this.#failures = 0;
      this.isConnected.set(true);
      for (const note of this.#parts.outbox.notes) this.note(note);
      this.flush();
    } else if (frame.type === "stopped") this.#endedThere(words.record.endedThere);
    else if (frame.type === "error" && !isTransient(frame.code)) void this.#askWhy(frame);
  }

  /** Ends it if the service takes no more. */
  async #askWhy(said: SaidError | null): Promise<void> {
    const answer = await this.#parts.whyNot(said);
    if (answer === null || this.#isOver) return;
    if (answer.has === undefined) return this.#finish(new Refused(answer.why));
    this.#takeAsSafe(answer.has);
    this.#endedThere(answer.why);
  }

  /** The answers of a connection that broke may not have come. */
  #takeAsSafe({ safeMs, notes }: Required<NotTaken>["has"]): void {
    const { outbox, onSafe, onNoted } = this.#parts;
    onSafe(safeMs);
    for (const note of outbox.notes.slice()) {
      if (!`\n${notes}\n`.includes(`\n${lineOf(note)}\n`)) return;
      onNoted();
    }
  }

  #endedThere(why: string): void {
    this.#finish(this.#parts.outbox.hasRest ? new Refused(why) : null);
  }

  #finish(reason: Refused | null): void {
    this.#isOver = true;
    if (reason === null) this.#end.resolve();
    else this.#end.reject(reason);
    this.#socket?.close();
  }

  #lost(hasOpened: boolean): void {
    this.isConnected.set(false);
    if (this.#isOver) return;
    if (!hasOpened) void this.#askWhy(null);
    const pause = Math.min(longestPause, 250 * 2 ** this.#failures);
    this.#failures += 1;
    this.#parts.ports.later(pause, () => this.#connect());
  }

  #say(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }
}

/** A note as it is written into the recording. */
export function lineOf({ atMs, text }: TimedNote): string {
  return `[${words.clock(atMs / 1000)}] ${text}`;
}

/** What another connection may do better. */
function isTransient(code: string): boolean {
  return code === "internal_error" || code === "rate_limit_exceeded";
}
