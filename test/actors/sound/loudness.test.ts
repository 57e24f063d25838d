/**
 * Where real speech is quiet, by what its packets tell without being decoded. Made with `espeak-ng -v en-us -s 165`: a sentence, 0.8
 * seconds of pause, a sentence; in `room` with pink noise (`anoisesrc=c=pink:a=0.02`), in `silent` with none; coded by ffmpeg with
 * its own AAC (`-b:a 32k`), LAME (`-b:a 24k`) and libopus (`-b:a 24k`). The `constant` ones are of `room.webm`, by libopus with
 * `-vbr off`: `silk` at 16 kHz (`-application voip -b:a 16k`), `hybrid` (`-application voip -b:a 24k`), `celt` in stereo
 * (`-application lowdelay -b:a 32k`), `stereo` at 16 kHz (`-application voip -b:a 24k -frame_duration 60 -fec 1 -packet_loss 20`);
 * `room.ogg` is of it by libvorbis (`-ar 44100 -q:a 3`).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { loudnessMeter } from "../../../src/actors/sound/opus/loudness.ts";
import { packetsIn } from "../../../src/actors/sound/kinds.ts";
import { msAt, type PacketStream } from "../../../src/actors/sound/packets.ts";
import { audioFile } from "../../helpers/sound/sent-parts.ts";

const pause = { from: 1641, to: 2441 };
const whole = 4310;
const window = 400;

async function streamOf(name: string, type: string): Promise<PacketStream> {
  const bytes = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const stream = await packetsIn(audioFile(bytes, type));
  assert.ok(typeof stream !== "string", "it can be read");
  return stream;
}

/** The middle of the quietest 400 ms, in milliseconds. */
async function quietest(stream: PacketStream): Promise<number> {
  const packets: { at: number; loudness: number }[] = [];
  for await (const { start, samples, loudness } of stream.packets(null)) {
    packets.push({ at: msAt(stream, start), loudness: loudness / samples });
  }
  const inside = packets.filter(({ at }) => at >= 0 && at + window <= whole);
  const [least] = inside
    .map(({ at }) => {
      const of = packets.filter((packet) => packet.at >= at && packet.at < at + window);
      return { at, mean: of.reduce((sum, { loudness }) => sum + loudness, 0) / of.length };
    })
    .toSorted((left, right) => left.mean - right.mean);
  return (least?.at ?? 0) + window / 2;
}

for (const [name, type] of [
  ["room.mp3", "audio/mpeg"],
  ["room.m4a", "audio/mp4"],
  ["silent.m4a", "audio/mp4"],
  ["room.webm", "audio/webm"],
  ["constant-silk.ogg", "audio/ogg"],
  ["constant-hybrid.ogg", "audio/ogg"],
  ["constant-stereo.ogg", "audio/ogg"],
  ["constant-celt.webm", "audio/webm"],
  ["room.ogg", "audio/ogg"],
] as const) {
  test(`the pause in the speech of ${name} is found without decoding it`, async () => {
    const stream = await streamOf(name, type);
    const length = msAt(stream, await stream.end());
    assert.ok(Math.abs(length - whole) < 100, `${length} ms`);
    const at = await quietest(stream);
    assert.ok(at > pause.from + 100 && at < pause.to - 100, `${at} ms`);
  });
}

for (const name of ["constant-silk.ogg", "constant-celt.webm"]) {
  test(`packets of ${name} are as loud with padding, and twice as loud with the same frame twice`, async () => {
    const stream = await streamOf(name, name.endsWith("ogg") ? "audio/ogg" : "audio/webm");
    let packets = 0;
    for await (const { bytes } of stream.packets(null)) {
      const [head = 0, ...frame] = bytes;
      if ((head & 3) !== 0) continue;
      const loudnessOf = (...packet: number[]): number => loudnessMeter()(Uint8Array.from(packet));
      const one = loudnessOf(head, ...frame);
      assert.ok(one > 0);
      for (const padding of [[3], [255, 7]]) {
        const size = padding.length === 1 ? 3 : 261;
        const padded = [head | 3, 65, ...padding, ...frame, ...Array<number>(size).fill(0)];
        assert.equal(loudnessOf(...padded), one, `${size} bytes of padding`);
      }
      const twice = [
        loudnessOf(head | 1, ...frame, ...frame),
        loudnessOf(head | 2, frame.length, ...frame, ...frame),
        loudnessOf(head | 3, 2, ...frame, ...frame),
        loudnessOf(head | 3, 130, frame.length, ...frame, ...frame),
      ];
      assert.deepEqual(twice, Array(4).fill(twice[0]));
      if (name.includes("silk")) assert.equal(twice[0], 2 * one);
      packets += 1;
    }
    assert.ok(packets > 50, `${packets} packets of one frame`);
  });
}
