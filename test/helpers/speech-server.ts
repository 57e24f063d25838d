/** A speech server over HTTP, as others run one: it lists its models, wants a key where it has one, and says the same to each sound. */
import type { IncomingMessage } from "node:http";
import { serve } from "./local-server.ts";

export interface SpeechServer {
  /** Where it speaks OpenAI's form. */
  readonly baseUrl: string;
  /** The bodies of the requests for a transcript, as Latin 1. */
  readonly heard: string[];
  /** The keys that came, with `Bearer`. */
  readonly keys: (string | undefined)[];
}

export interface SpeechOptions {
  readonly text?: string;
  readonly key?: string;
  readonly models?: readonly object[];
}

/** Starts it; it ends with the test. */
export async function speechServer(
  host: Parameters<typeof serve>[0],
  options: SpeechOptions = {},
): Promise<SpeechServer> {
  const { text = "I'll call Ana tomorrow.", key, models = [{ id: "whisper-1" }] } = options;
  const [heard, keys]: [string[], (string | undefined)[]] = [[], []];
  const url = await serve(host, (request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    const isAllowed = key === undefined || request.headers.authorization === `Bearer ${key}`;
    if (request.url === "/v1/models") return answer(200, { object: "list", data: models });
    if (request.url !== "/v1/audio/transcriptions") return answer(404, {});
    void bodyOf(request).then((body) => {
      keys.push(request.headers.authorization);
      if (!isAllowed) return answer(401, { error: { message: "no" } });
      heard.push(body);
      answer(200, { text, segments: [{ start: 0, end: 0.4, text }] });
    });
  });
  return { baseUrl: `${url}/v1`, heard, keys };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces).toString("latin1");
}
