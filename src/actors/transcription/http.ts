/**
 * Host: one POST over HTTP that may take as long as a transcription does. The platform's `fetch` gives up when no header comes
 * for five minutes, and sends what it reads in chunks, which some servers do not take.
 */
import type { IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Post, PostAnswer } from "./post.ts";

// Not imported: that would load a whole HTTP client (gateway/http/server.ts).
const { request: httpRequest } = process.getBuiltinModule("node:http");

/** Bytes of an answer: a day of speech takes a tenth of it. */
const maxBytes = 64 << 20;

/** Sends the request; an answer that comes before all was sent counts. */
export const post: Post = ({ url, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const send = url.startsWith("https:") ? httpsRequest : httpRequest;
    const outgoing = send(url, { method: "POST", headers, signal, agent: false });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      readAnswer(incoming).then(resolve, reject);
    });
    // A server may answer and hang up before it has read all: then its answer counts, and otherwise the error of the request.
    pipeline(Readable.from(body), outgoing).catch((error: unknown) => outgoing.destroy(error as Error));
  });

async function readAnswer(incoming: IncomingMessage): Promise<PostAnswer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > maxBytes) throw new Error(`The answer is longer than ${maxBytes} bytes.`);
    pieces.push(piece);
  }
  if (!incoming.complete) throw new Error("The answer was cut off.");
  const retryAfter = incoming.headers["retry-after"] ?? null;
  return { status: incoming.statusCode ?? 0, retryAfter, text: Buffer.concat(pieces).toString("utf8") };
}
