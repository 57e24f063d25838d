/** Speech, said into the channel of a service in a process of its own. */
import assert from "node:assert/strict";
import { openChannel, type TestChannel } from "./channel.ts";
import type { OpenedRecording } from "./recordings.ts";
import { eventually } from "./settle.ts";

/** What `espeak-ng` writes: 16-bit samples. */
export const sampleRate = 22_050;
export const bytesPerSecond = sampleRate * 2;
/** What is sent at once. */
export const frame = bytesPerSecond / 10;

/** How much was acknowledged. */
export function receivedMs({ said }: Pick<TestChannel, "said">): number {
  return Math.max(0, ...said.map((one) => one.receivedMs ?? 0));
}

/** Speaks on from what was acknowledged up to a byte, and resolves when as much as that is acknowledged. */
export async function speak(
  { stream }: OpenedRecording,
  url: string,
  sound: Buffer,
  fromMs: number,
  to: number,
): Promise<TestChannel> {
  const { host } = new URL(url);
  const channel = await openChannel({ ...stream, url: Object.assign(new URL(stream.url), { host }).href });
  channel.send({ type: "start", encoding: "pcm_s16le", sampleRate, channels: 1, resumeFromMs: fromMs });
  await eventually("the service says that it has begun", () => channel.said.length > 0);
  const [started] = channel.said;
  assert.equal(started?.type, "started", JSON.stringify(started));
  assert.ok((started?.receivedMs ?? 0) >= fromMs, "nothing that was acknowledged is lost");
  for (let at = Math.round((fromMs * sampleRate) / 1000) * 2; at < to; at += frame) {
    channel.audio(sound.subarray(at, Math.min(at + frame, to)));
  }
  const wanted = Math.floor((to / bytesPerSecond) * 1000);
  await eventually(`${wanted} ms are acknowledged`, () => receivedMs(channel) >= wanted);
  return channel;
}
