/** The channel against an owner that a test steers: pressure, pace, and a disk that fails. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioAnswers, AudioAsks } from "../../../src/actors/audio/asks.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { createChannel } from "../../../src/gateway/recordings/channel.ts";
import { pcmStart, type Said } from "../../helpers/channel.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { eventually, turns } from "../../helpers/settle.ts";

const bytesPerMs = 32;

function startChannel() {
  const clock = createFakeClock();
  const said: Said[] = [];
  const asked: (keyof AudioAsks)[] = [];
  const failures: unknown[] = [];
  const owner = { receivedMs: 0, writes: [] as number[], hangs: false, fault: null as Error | null, release: () => {} };
  const state = { isPaused: false, closed: null as number | null, unsent: 0, taken: [] as (() => void)[] };

  async function answer(ask: keyof AudioAsks, input: AudioAsks[keyof AudioAsks]): Promise<unknown> {
    asked.push(ask);
    if (ask === "open") return { session: "one", receivedMs: owner.receivedMs };
    if (ask === "ending") return new Promise(() => undefined);
    if (ask !== "append") return { receivedMs: owner.receivedMs };
    if (owner.hangs) await new Promise<void>((resolve) => (owner.release = resolve));
    if (owner.fault !== null) throw owner.fault;
    const { byteLength } = (input as AudioAsks["append"]).bytes;
    owner.writes.push(byteLength);
    owner.receivedMs += byteLength / bytesPerMs;
    return { receivedMs: owner.receivedMs, receivedBytes: 0 };
  }

  const channel = createChannel({
    captureId: "capture",
    clock,
    onFailure: (error) => failures.push(error),
    line: {
      get unsent() {
        return state.unsent;
      },
      send: (text, onTaken) => {
        said.push(JSON.parse(text) as Said);
        if (onTaken !== undefined) state.taken.push(onTaken);
      },
      close: (code) => (state.closed ??= code),
      pause: (isPaused) => (state.isPaused = isPaused),
    },
    ask: <Ask extends keyof AudioAsks>(ask: Ask, input: AudioAsks[Ask]) =>
      answer(ask, input) as Promise<AudioAnswers[Ask]>,
  });
  channel.text(JSON.stringify(pcmStart));
  return { clock, said, asked, failures, owner, state, channel };
}

const second = new Uint8Array(1000 * bytesPerMs);

test("frames are written together and acknowledged then", { rules: ["recordings.ack"] }, async () => {
  const { channel, owner, clock, said } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  for (let frame = 0; frame < 5; frame++) channel.audio(new Uint8Array(20 * bytesPerMs));
  await turns(5);
  assert.deepEqual(owner.writes, []);
  clock.advance(250);
  await eventually("an ack", () => said.at(-1)?.type === "ack");
  assert.deepEqual(owner.writes, [100 * bytesPerMs]);
  for (let frame = 0; frame < 3; frame++) channel.audio(second);
  await eventually("another ack, unasked", () => said.at(-1)?.receivedMs === 3100);
});

test("a client faster than the disk is slowed down", { rules: ["recordings.pressure"] }, async () => {
  const { channel, owner, state, said, clock } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  owner.hangs = true;
  for (let frame = 0; frame < 40; frame++) channel.audio(second);
  assert.equal(state.isPaused, true);
  clock.advance(250);
  await turns(5);
  owner.hangs = false;
  owner.release();
  await eventually("all is written", () => {
    clock.advance(50);
    return said.at(-1)?.receivedMs === 40_000;
  });
  assert.equal(state.isPaused, false);
});

test("a client may catch up a quarter of an hour at once", { rules: ["recordings.pressure"] }, async () => {
  const { channel, owner, state, said, clock } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  for (let at = 0; at < 20 * 60; at++) channel.audio(second);
  await eventually("the first quarter is written", () => owner.receivedMs > 15 * 60_000);
  await turns(50);
  const atOnce = owner.receivedMs;
  channel.audio(second);
  await turns(50);
  assert.equal(owner.receivedMs, atOnce);
  clock.advance(60_000);
  await eventually("a minute later the rest is written", () => owner.receivedMs === atOnce + 1000 || !state.isPaused);
});

test("a full disk sends the client away, not the recording", { rules: ["recordings.disk-full"] }, async () => {
  const { channel, owner, state, said, clock, asked, failures } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  owner.fault = Object.assign(new Error("no space left on device, write"), { code: "ENOSPC" });
  channel.audio(second);
  channel.text('{"type":"stop"}');
  await eventually("the channel closes", () => {
    clock.advance(50);
    return state.closed !== null;
  });
  const error = said.at(-1);
  assert.deepEqual([error?.type, error?.code, error?.receivedMs], ["error", "internal_error", 0]);
  assert.match(error?.message ?? "", /stays open/);
  assert.equal(state.closed, 1013);
  assert.equal(failures.length, 1);
  await channel.gone();
  assert.deepEqual(asked, ["open", "ending", "flush", "append", "leave"]);
});

test("a client that says nothing is sent away", { rules: ["recordings.frames"] }, async () => {
  const clock = createFakeClock();
  const closed: number[] = [];
  createChannel({
    captureId: "capture",
    clock,
    onFailure: () => assert.fail("Nothing failed."),
    line: { unsent: 0, send: () => undefined, close: (code) => closed.push(code), pause: () => undefined },
    ask: () => assert.fail("Nothing is to be asked."),
  });
  clock.advance(30_000);
  assert.deepEqual(closed, [1008]);
});

const keepAlive = JSON.stringify({ type: "keepAlive" });
const many = 256 * 1024 + 1;

test("a client that reads nothing is not read from", { rules: ["limits.slow-readers"] }, async () => {
  const { channel, state, said, clock } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  state.unsent = many;
  channel.text(keepAlive);
  await eventually("it is paused", () => state.isPaused);
  clock.advance(29_999);
  assert.equal(state.closed, null);
  state.unsent = 1000;
  state.taken.at(-1)?.();
  assert.equal(state.isPaused, false);
  clock.advance(60_000);
  assert.equal(state.closed, null);
});

test("a right that cannot be looked at ends the connection, not the recording; one that is gone ends both", async () => {
  const one = startChannel();
  one.channel.refuse(new Error("the directory does not answer"));
  assert.deepEqual([one.state.closed, one.said.at(-1)?.code, one.failures.length], [1013, "internal_error", 1]);
  const other = startChannel();
  other.channel.refuse(new ApiError("invalid_api_key", "The key was revoked."));
  assert.deepEqual([other.state.closed, other.said.at(-1)?.code, other.failures.length], [1008, "missing_scope", 0]);
});

test("without progress for 30 seconds it is closed", { rules: ["limits.slow-readers"] }, async () => {
  const { channel, state, said, clock } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  state.unsent = 2 * many;
  channel.text(keepAlive);
  await eventually("it is paused", () => state.isPaused);
  state.unsent = many;
  clock.advance(30_000);
  assert.equal(state.closed, null, "half of it was read");
  clock.advance(30_000);
  assert.equal(state.closed, 1013);
});

test("fifty text frames a second", { rules: ["limits.text-frames"] }, async () => {
  const { channel, state, said, clock, asked } = startChannel();
  await eventually("it has begun", () => said.length === 1);
  for (let n = 2; n < 50; n++) channel.text(keepAlive);
  assert.equal(state.isPaused, false);
  channel.text(keepAlive);
  assert.equal(state.isPaused, true);
  clock.advance(1000);
  assert.equal(state.isPaused, false);
  await eventually("all are carried out", () => asked.filter((ask) => ask === "heard").length === 49);
});
