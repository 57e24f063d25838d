/**
 * What others change, as they change it: a socket that names where it left off. It comes back by itself after a break, later each
 * time; a page that is hidden for five minutes lets go.
 */
import type { Ports } from "../base/ports.ts";
import { State } from "../base/signal.ts";
import type { Delta } from "./words.ts";

export interface FeedChange {
  readonly kind: string;
  readonly id: string;
  readonly op: "put" | "gone";
  readonly record?: unknown;
}

/** What a socket reports. */
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** As much of a WebSocket as is needed, so that a test can be one. */
export interface Socket {
  send(text: string): void;
  close(): void;
}

export interface FeedParts {
  readonly ports: Ports;
  readonly connect: (events: SocketEvents) => Socket;
  readonly workspaceId: string;
  readonly onChanges: (changes: readonly FeedChange[]) => void;
  /** An agent says something just now. */
  readonly onWords: (words: Delta) => void;
  /** The cursor is too old, or what it named is gone: everything is to be read again. */
  readonly onReset: () => void;
  /** The session ended, or, where `isRemoved`, the membership. */
  readonly onEnd: (isRemoved: boolean) => void;
}

/** Lost: a connection broke, and the next one did not come about. */
export type FeedState = "off" | "connecting" | "live" | "lost";

type Frame =
  | { readonly type: "ready"; readonly cursor: string }
  | { readonly type: "changes"; readonly cursor: string; readonly changes: readonly FeedChange[] }
  | ({ readonly type: "delta" } & Delta)
  | { readonly type: "reset" | "ping" | "error" };

/** As `feedClosing` of the schema, which brings more than a page needs. */
const [sessionEnded, noMember] = [4401, 4403];
/** As a browser calls it. */
const noClosing = 1006;
const longestPause = 30_000;
/** Milliseconds without a word, of which the service has one at least every 30 seconds: the connection is gone, and nobody said so. */
const longestSilence = 75_000;

/** Milliseconds until the next attempt after so many failures: longer each time, and not the same for all pages. */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(longestPause, 500 * 2 ** failures) * (0.5 + chance / 2);
}

export class Feed {
  readonly state = new State<FeedState>("off");
  readonly #parts: FeedParts;
  #cursor: string | null = null;
  #socket: Socket | null = null;
  #failures = 0;
  #cancel: () => void = () => undefined;
  #cancelWatch: () => void = () => undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Follows from the cursor on. */
  start(cursor: string): void {
    this.#cursor = cursor;
    this.#connect();
  }

  /** Lets go, and keeps its place for `resume`. */
  stop(): void {
    this.#cancel();
    this.#cancelWatch();
    const socket = this.#socket;
    this.#socket = null;
    this.state.set("off");
    socket?.close();
  }

  resume(): void {
    if (this.state.value === "off" && this.#cursor !== null) this.#connect();
  }

  /** Whether the last connection broke, and no other has come about since. */
  get isBroken(): boolean {
    return this.#failures > 0;
  }

  /** The service answers something else: what waits for its next attempt begins it now. */
  retry(): void {
    if (this.isBroken && this.#socket === null && this.state.value !== "off") this.#connect();
  }

  #connect(): void {
    this.#cancel();
    const { workspaceId, connect } = this.#parts;
    const isCurrent = (): boolean => socket === this.#socket;
    const socket: Socket = connect({
      onOpen: () => socket.send(JSON.stringify({ type: "start", workspaceId, after: this.#cursor })),
      onText: (text) => isCurrent() && this.#take(JSON.parse(text) as Frame),
      onClose: (code) => isCurrent() && this.#lost(code),
    });
    this.#socket = socket;
    this.state.set("connecting");
    this.#watch();
  }

  #watch(): void {
    this.#cancelWatch();
    this.#cancelWatch = this.#parts.ports.later(longestSilence, () => {
      const socket = this.#socket;
      this.#lost(noClosing);
      socket?.close();
    });
  }

  #take(frame: Frame): void {
    this.#watch();
    if (frame.type === "reset") {
      this.stop();
      this.#cursor = null;
      this.#parts.onReset();
    } else if (frame.type === "delta") this.#parts.onWords(frame);
    else if (frame.type === "ready" || frame.type === "changes") {
      this.#cursor = frame.cursor;
      this.#failures = 0;
      this.state.set("live");
      if (frame.type === "changes") this.#parts.onChanges(frame.changes);
    }
  }

  #lost(code: number): void {
    this.#cancelWatch();
    this.#socket = null;
    this.state.set(this.isBroken ? "lost" : "connecting");
    if (code === sessionEnded || code === noMember) {
      this.state.set("off");
      this.#parts.onEnd(code === noMember);
      return;
    }
    const pause = pauseAfter(this.#failures, this.#parts.ports.random());
    this.#failures += 1;
    this.#cancel = this.#parts.ports.later(pause, () => this.#connect());
  }
}
