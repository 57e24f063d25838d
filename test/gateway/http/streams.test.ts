/** Answers that are sent as they are made. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpRequest } from "../../../src/gateway/http/message.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { host } from "./wire.ts";

/** A handler that answers with a stream the test feeds, and what became of stream and request. */
function streaming() {
  let isCancelled = false;
  const entered = Promise.withResolvers<HttpRequest>();
  let feed: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (feed = controller),
    cancel: () => void (isCancelled = true),
  });
  return {
    handler: async (request: HttpRequest) => {
      entered.resolve(request);
      return { status: 200, headers: { "content-type": "text/plain" }, body };
    },
    entered: entered.promise,
    isCancelled: () => isCancelled,
    say: (text: string) => feed?.enqueue(new TextEncoder().encode(text)),
    end: () => feed?.close(),
    fail: () => feed?.error(new Error("broken")),
  };
}

const textOf = (part: { readonly value?: Uint8Array | undefined }) => new TextDecoder().decode(part.value);

test("the parts of a stream arrive as they are made, and the connection lives on", async (t) => {
  const stream = streaming();
  const { port } = await host(t, stream.handler);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(answer.headers.get("content-length"), null);
  assert.match(answer.headers.get("x-request-id") ?? "", /^req_/);
  const reader = answer.body?.getReader() ?? assert.fail();
  stream.say("one");
  assert.equal(textOf(await reader.read()), "one");
  stream.say("two");
  assert.equal(textOf(await reader.read()), "two");
  stream.end();
  assert.equal((await reader.read()).done, true);
});

test("a client that leaves in the middle aborts the signal and cancels the stream", async (t) => {
  const stream = streaming();
  const { port, logged } = await host(t, stream.handler);
  const gone = new AbortController();
  await fetch(`http://127.0.0.1:${port}/`, { signal: gone.signal });
  const { signal } = await stream.entered;
  assert.equal(signal.aborted, false);
  gone.abort();
  await eventually("the signal aborted", () => signal.aborted);
  await eventually("the stream cancelled", () => {
    if (!stream.isCancelled()) stream.say("anybody there?"); // the answer is that nobody is
    return stream.isCancelled();
  });
  assert.deepEqual(logged, []);
});

test("a stream that fails does not look whole", async (t) => {
  const stream = streaming();
  const { port } = await host(t, stream.handler);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  stream.say("half");
  stream.fail();
  await assert.rejects(answer.text());
});

test("a server that drains waits for the end of a stream", async (t) => {
  const stream = streaming();
  const { port, server, clock } = await host(t, stream.handler);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  stream.say("kept");
  const drained = server.drain(4000);
  clock.advance(1000);
  await turns(20);
  stream.end();
  assert.equal(await answer.text(), "kept");
  clock.advance(1000);
  await drained;
});
