/** Questions and answers between two threads. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { MessageChannel } from "node:worker_threads";
import { createChannel, type Serve } from "../../../src/actors/threads/channel.ts";
import { isStorageRefusal, writeRefusal } from "../../../src/actors/store/failures.ts";
import { ApiError } from "../../../src/schema/errors.ts";

function bench(t: TestContext, serve: Serve) {
  const { port1, port2 } = new MessageChannel();
  const batches: number[] = [];
  port2.on("message", (batch: readonly unknown[]) => batches.push(batch.length));
  t.after(() => {
    port1.close();
    port2.close();
  });
  createChannel(port2, serve);
  return { channel: createChannel(port1, () => assert.fail("nobody asks this side")), batches };
}

test("a refusal crosses as the ApiError it was", async (t) => {
  const error = new ApiError("rate_limit_exceeded", "Slow down.", { param: "x", headers: { "Retry-After": "3" } });
  const { channel } = bench(t, () => Promise.reject(error));
  await assert.rejects(channel.ask("call", []), (caught) => {
    assert.ok(caught instanceof ApiError);
    assert.deepEqual(caught.toData(), error.toData());
    return true;
  });
});

test("an unknown failure crosses with its message and is no ApiError", async (t) => {
  const { channel } = bench(t, () => {
    throw new TypeError("odd");
  });
  await assert.rejects(
    channel.ask("call", []),
    (caught) => caught instanceof Error && !(caught instanceof ApiError) && caught.message === "odd",
  );
});

test("a failure crosses with what the system and SQLite call it, and so does the cause of a refusal", async (t) => {
  const full = Object.assign(new Error("no room"), { code: "SQLITE_FULL", rawCode: 13 });
  const failures = { plain: full, refusal: writeRefusal("The storage is full", "unchanged", full) };
  const { channel } = bench(t, (method) => Promise.reject(failures[method as keyof typeof failures]));
  await assert.rejects(channel.ask("plain", []), { code: "SQLITE_FULL", rawCode: 13, message: "no room" });
  await assert.rejects(channel.ask("refusal", []), (caught) => isStorageRefusal(caught));
});

test("a closed channel refuses what is open and what comes", async (t) => {
  const { channel } = bench(t, () => new Promise(() => undefined));
  const open = channel.ask("call", []);
  channel.close(new Error("the thread ended"));
  await assert.rejects(open, /the thread ended/);
  await assert.rejects(channel.ask("call", []), /the thread ended/);
});

test("an answer that cannot be copied is a failure of its question alone", async (t) => {
  const { channel } = bench(t, (method) => (method === "bad" ? () => "a function" : "fine"));
  const [bad, good] = await Promise.allSettled([channel.ask("bad", []), channel.ask("good", [])]);
  assert.equal(bad.status, "rejected");
  assert.deepEqual(good, { status: "fulfilled", value: "fine" });
});

test("questions of one turn cross in one message, and each gets its own answer", async (t) => {
  const { channel, batches } = bench(t, (_method, [n]) => (n as number) * 2);
  const answers = await Promise.all([1, 2, 3].map((n) => channel.ask("double", [n])));
  assert.deepEqual(answers, [2, 4, 6]);
  assert.deepEqual(batches, [3]);
});

test("a question that is called off aborts the signal on the other side", async (t) => {
  const begun = Promise.withResolvers<void>();
  const { channel } = bench(t, (_method, _args, signal) => {
    begun.resolve();
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve("called off"));
    });
  });
  const client = new AbortController();
  const answer = channel.ask("wait", [], client.signal);
  await begun.promise;
  client.abort();
  assert.equal(await answer, "called off");
});
