/** A client of the audio channel: a real WebSocket, with what the service says in the order in which it came. */
import assert from "node:assert/strict";
import { WebSocket } from "ws";
import { eventually } from "./settle.ts";

export interface Said {
  readonly type: string;
  readonly receivedMs?: number;
  readonly reason?: string;
  readonly code?: string;
  readonly message?: string;
  readonly param?: string | null;
  readonly position?: number;
}

export interface Stream {
  readonly url: string;
  readonly token: string;
}

export interface TestChannel {
  readonly said: readonly Said[];
  /** The code of the closing frame; null while it is open. */
  readonly closed: number | null;
  readonly protocol: string;
  send(frame: object): void;
  audio(bytes: Uint8Array): void;
  /** The next thing of that type that was not looked at yet. */
  next(type: string): Promise<Said>;
  /** Resolves with the code when it is closed. */
  close(): Promise<number>;
  /** Resolves with the code when the service has closed it. */
  ended(): Promise<number>;
  /** Breaks the connection without a word. */
  cut(): void;
  raw: WebSocket;
}

export const pcmStart = { type: "start", encoding: "pcm_s16le", sampleRate: 16_000, channels: 1 } as const;

/** Connects with the token of the stream; rejects with the status when it is refused. */
export async function openChannel(
  stream: Stream,
  options: { readonly headers?: Readonly<Record<string, string>>; readonly protocols?: readonly string[] } = {},
): Promise<TestChannel> {
  const headers = options.headers ?? { authorization: `Bearer ${stream.token}` };
  const raw = new WebSocket(stream.url, [...(options.protocols ?? [])], { headers, perMessageDeflate: false });
  const said: Said[] = [];
  let looked = 0;
  let closed: number | null = null;
  raw.on("message", (data) => said.push(JSON.parse((data as Buffer).toString()) as Said));
  raw.on("close", (code) => (closed = code));
  await opened(raw);
  raw.on("error", () => undefined);
  const ended = async (): Promise<number> => {
    await eventually("the channel closes", () => closed !== null);
    return closed as unknown as number;
  };
  return {
    raw,
    said,
    get closed() {
      return closed;
    },
    get protocol() {
      return raw.protocol;
    },
    send: (frame) => raw.send(JSON.stringify(frame)),
    audio: (bytes) => raw.send(bytes),
    async next(type) {
      let found: Said | undefined;
      await eventually(`the service says ${type}; it said ${JSON.stringify(said.slice(looked))}`, () => {
        const at = said.findIndex((one, index) => index >= looked && one.type === type);
        if (at >= 0) [found, looked] = [said[at], at + 1];
        return at >= 0;
      });
      return found ?? assert.fail();
    },
    close() {
      raw.close();
      return ended();
    },
    ended,
    cut: () => raw.terminate(),
  };
}

/** Resolves once the service has accepted the connection; rejects with what it was refused with. */
export function opened(raw: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    raw.once("open", resolve);
    raw.once("error", reject);
    raw.once("unexpected-response", (_request, response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => reject(new Refused(response.statusCode ?? 0, Buffer.concat(parts).toString())));
    });
  });
}

/** The connection was refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, body: string) {
    super(`${status} ${body}`);
    this.status = status;
    this.code = (JSON.parse(body) as { error: { code: string } }).error.code;
  }
}
