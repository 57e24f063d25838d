/**
 * Where real speech is cut, by the sizes of its packets. Made with `espeak-ng -v en-us -s 165`: a sentence, 0.8 seconds of pause, a
 * sentence; in `room` with pink noise (`anoisesrc=c=pink:a=0.02`), in `silent` with none; coded by ffmpeg with its own AAC
 * (`-b:a 32k`), LAME (`-b:a 24k`), libopus (`-b:a 24k`) and libvorbis (`-ar 44100 -q:a 3`). The `constant` ones are of `room.webm`,
 * by libopus with `-vbr off`: `silk` at 16 kHz (`-application voip -b:a 16k`), `celt` in stereo (`-application lowdelay -b:a 32k`).
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { nextPart } from "../../../src/actors/transcription/cut-packets.ts";
import { packetsIn } from "../../../src/actors/sound/kinds.ts";
import { msAt, type PacketStream } from "../../../src/actors/sound/shared/packets.ts";
import { audioFile } from "../../helpers/sound/sent-parts.ts";

const pause = { from: 1641, to: 2441 };
const wholeMs = 4310;

async function streamOf(name: string, type: string): Promise<PacketStream> {
  const bytes = readFileSync(new URL(`fixtures/${name}`, import.meta.url));
  const stream = await packetsIn(audioFile(bytes, type));
  assert.ok(typeof stream !== "string", "it can be read");
  return stream;
}

/** The end of a first part that has as many bytes as there are up to the end of the pause, and where the next one begins. */
async function firstCut(stream: PacketStream): Promise<{ endMs: number; nextMs: number }> {
  let size = 0;
  for await (const { start, bytes } of stream.packets(null)) {
    if (msAt(stream, start) < pause.to - 100) size += bytes.byteLength + 12;
  }
  const part = await nextPart(stream, null, size);
  assert.ok(part?.next);
  return { endMs: msAt(stream, part.end), nextMs: part.next.ms };
}

for (const [name, type, hasPauses] of [
  ["silent.m4a", "audio/mp4", true],
  ["room.ogg", "audio/ogg", false],
  ["room.m4a", "audio/mp4", false],
  ["room.mp3", "audio/mpeg", false],
  ["room.webm", "audio/webm", false],
  ["constant-silk.ogg", "audio/ogg", false],
  ["constant-celt.webm", "audio/webm", false],
] as const) {
  const what = hasPauses ? "is cut in the pause of the speech" : "shows no pause: the next part begins earlier";
  test(`${name} ${what}`, { rules: ["captures.transcription-steps"] }, async () => {
    const stream = await streamOf(name, type);
    const length = msAt(stream, await stream.end());
    assert.ok(Math.abs(length - wholeMs) < 100, `${length} ms`);
    const { endMs, nextMs } = await firstCut(stream);
    if (hasPauses) {
      assert.ok(endMs > pause.from + 100 && endMs < pause.to - 100, `${endMs} ms`);
      assert.equal(nextMs, endMs);
    } else {
      // Half of what is shorter than four seconds: each part gets on.
      assert.ok(Math.abs(endMs - nextMs - endMs / 2) < 60, `${nextMs} ms, ${endMs} ms`);
    }
  });
}
