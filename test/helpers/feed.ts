/** A client of the feed of changes: a real WebSocket, with what the service said in the order in which it came. */
import { WebSocket } from "ws";
import { opened } from "./channel.ts";
import { eventually } from "./settle.ts";

export interface FeedChange {
  readonly kind: string;
  readonly id: string;
  readonly op: "put" | "gone";
  readonly record?: Readonly<Record<string, unknown>>;
}

export interface FeedFrame {
  readonly type: string;
  readonly cursor?: string;
  readonly changes?: readonly FeedChange[];
  readonly reason?: string;
  readonly chatId?: string;
  readonly turnId?: string;
  readonly at?: number;
  readonly text?: string;
}

export interface TestFeed {
  readonly frames: readonly FeedFrame[];
  /** All changes so far. */
  readonly changes: readonly FeedChange[];
  /** What was heard so far of words in progress. */
  readonly words: string;
  /** Of the last frame that had one. */
  readonly cursor: string | null;
  readonly closed: number | null;
  readonly raw: WebSocket;
  /** Resolves once a change passes. */
  until(what: string, passes: (change: FeedChange) => boolean): Promise<FeedChange>;
  /** Resolves with the code when the service has closed it. */
  ended(): Promise<number>;
  cut(): void;
}

export interface FeedOptions {
  readonly url: string;
  readonly credential?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** What is said first; nothing when left out. */
  readonly start?: object | string;
}

/** Connects; rejects with the status when it is refused. */
export async function openFeed({ url, credential, headers = {}, start }: FeedOptions): Promise<TestFeed> {
  const address = `${url.replace("http", "ws")}/app/v1/changes`;
  const all = { ...(credential !== undefined && { authorization: `Bearer ${credential}` }), ...headers };
  const raw = new WebSocket(address, ["dayshift.changes.v1"], { headers: all, perMessageDeflate: false });
  const frames: FeedFrame[] = [];
  const changes: FeedChange[] = [];
  let cursor: string | null = null;
  let closed: number | null = null;
  raw.on("message", (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as FeedFrame;
    frames.push(frame);
    changes.push(...(frame.changes ?? []));
    cursor = frame.cursor ?? cursor;
  });
  raw.on("close", (code) => (closed = code));
  raw.on("error", () => undefined);
  await opened(raw);
  if (start !== undefined) raw.send(typeof start === "string" ? start : JSON.stringify(start));
  return {
    frames,
    changes,
    raw,
    get words() {
      return frames.map(({ type, text }) => (type === "delta" ? text : "")).join("");
    },
    get cursor() {
      return cursor;
    },
    get closed() {
      return closed;
    },
    async until(what, passes) {
      await eventually(what, () => changes.some(passes));
      return changes.find(passes) as FeedChange;
    },
    async ended() {
      await eventually("the feed is closed", () => closed !== null);
      return closed as unknown as number;
    },
    cut: () => raw.terminate(),
  };
}
