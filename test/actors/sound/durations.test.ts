/** How long files of sound play: as their containers say, else by their sound. */
import assert from "node:assert/strict";
import test from "node:test";
import { durationOf } from "../../../src/actors/sound/duration.ts";
import { oggPage } from "../../../src/actors/sound/ogg/page.ts";
import { oggOpusHead } from "../../../src/actors/sound/opus/head.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { flacFile, flacFrame, oggFlac } from "../../helpers/sound/flac.ts";
import { aacPacket, mp4File } from "../../helpers/sound/mp4.ts";
import { turnsDuring } from "../../helpers/sound/turns.ts";
import { opusPacket, webmFile } from "../../helpers/sound/webm.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function fileOf(content: Uint8Array) {
  return { size: content.byteLength, read: async (start: number, end: number) => content.slice(start, end) };
}

const second = 1000;
const be32 = (value: number): Uint8Array => bytes(value.toString(16).padStart(8, "0"));

function box(name: string, ...content: readonly Uint8Array[]): Uint8Array {
  const inside = join(...content);
  return join(be32(inside.length + 8), latin(name), inside);
}

const flacInfo = join(
  latin("fLaC"),
  bytes("00000022 1000 1000 000000 000000 03e80 2f 0 0002ee00".replaceAll(" ", "")),
  new Uint8Array(16),
);
const [wavBegin, wavData] = [0, 36].map((at) =>
  wavHeader({ sampleRate: 8000, channels: 2 }, 64_000).slice(at, at === 0 ? 36 : undefined),
) as [Uint8Array, Uint8Array];
const noted = join(wavBegin, latin("note"), bytes("70110100"), new Uint8Array(70_000), wavData, new Uint8Array(64_000));
const mp3Frame = bytes("fffb9064"); // 128 kbit/s, 44.1 kHz, joint stereo: 417 bytes
const mp3Frames = join(...Array.from({ length: 39 }, () => join(mp3Frame, new Uint8Array(413)))).slice(0, 16_000);
const lame = join(mp3Frame, new Uint8Array(32), latin("Info"), be32(1), be32(77), new Uint8Array(300));
const webm = join(
  bytes("1a45dfa3 84 42868101"),
  bytes("18538067 01ffffffffffffff"), // a segment of unknown length
  bytes("1549a966 92 2ad7b1 83 0f4240 4489 88 40af400000000000"), // a millisecond each, 4000 of them
);

const spaciousWebm = join(
  bytes("1a45dfa3 84 42868101"),
  bytes("18538067 01000000000000a1"),
  bytes("ec 0100000000000069"), // 105 bytes of nothing
  new Uint8Array(105),
  bytes("1549a966 0100000000000026 4489 88 40af400000000000 ec 010000000000000f"),
  new Uint8Array(15),
);

test("the length of an upload stands in its container", async () => {
  const cases: Readonly<Record<string, readonly [type: string, file: Uint8Array, milliseconds: number | null]>> = {
    wav: ["audio/wav", join(wavHeader({ sampleRate: 8000, channels: 2 }, 64_000), new Uint8Array(64_000)), 2 * second],
    "wav, cut short": [
      "audio/wav",
      join(wavHeader({ sampleRate: 8000, channels: 2 }, 64_000), new Uint8Array(32_000)),
      second,
    ],
    "wav, written before its length was known": [
      "audio/wav",
      join(wavHeader({ sampleRate: 8000, channels: 2 }, 0), new Uint8Array(64_000)),
      2 * second,
    ],
    "wav, with notes of 70 KB before the samples": ["audio/wav", noted, 2 * second],
    ogg: [
      "audio/ogg",
      join(...oggOpusHead(1, 1, 48_000), oggPage({ flags: 4, granule: 96_312, serial: 1, sequence: 2 }, [])),
      2 * second,
    ],
    mp4: [
      "audio/mp4",
      join(
        box("ftyp", latin("M4A ")),
        box("free"),
        box("moov", box("mvhd", be32(0), be32(0), be32(0), be32(600), be32(1800))),
      ),
      3 * second,
    ],
    "mp4 without its end": ["audio/mp4", join(box("ftyp", latin("M4A ")), be32(900), latin("moov")), null],
    "mp3, counted": ["audio/mpeg", lame, Math.floor((77 * 1152 * second) / 44_100)],
    "mp3, by its bit rate": ["audio/mpeg", join(latin("ID3\x04\0\0\0\0\0\x02"), latin("xx"), mp3Frames), second],
    "mp3, behind what only looks like a frame": ["audio/mpeg", join(bytes("fffb1064"), latin("xx"), mp3Frames), second],
    flac: ["audio/flac", flacInfo, 12 * second],
    webm: ["audio/webm", webm, 4 * second],
    "webm, with sizes of eight bytes": ["audio/webm", spaciousWebm, 4 * second],
    "nothing in it": ["audio/webm", bytes("1a45dfa3"), null],
    "no such kind": ["text/plain", latin("hello"), null],
  };
  for (const [name, [type, file, milliseconds]] of Object.entries(cases)) {
    assert.equal(await durationOf(type, fileOf(file)), milliseconds, name);
  }
});

const lasting = 50;
const flacKind = { rate: 16_000, samples: 1152, hasOwnSizes: false };
const flacFrames = Array.from({ length: lasting }, (_, place) => flacFrame(flacKind, place, 60));
const unsaidFlac = flacFile(flacKind, flacFrames);
unsaidFlac.writeUInt32BE(0, 8 + 14); // as encoders leave it that cannot go back to the beginning
const unsaidMp4 = mp4File({
  packets: Array.from({ length: lasting }, (_, place) => aacPacket(place)),
  rate: 16_000,
  runUp: 2112,
  layout: "fragments",
});
const unsaidWebm = webmFile({
  packets: Array.from({ length: lasting }, (_, place) => opusPacket(place, 30)),
  timeOf: (place) => place * 40,
  isLive: true,
});

test("the length of what was written as it was recorded follows from its sound", async () => {
  const cases: Readonly<Record<string, readonly [type: string, file: Uint8Array, milliseconds: number]>> = {
    "webm of a browser": ["audio/webm", unsaidWebm, 40 * lasting - (312 * second) / 48_000],
    "mp4 of a browser, in fragments": ["audio/mp4", unsaidMp4, ((1024 * lasting - 2112) * second) / 16_000],
    "flac from a pipe": ["audio/flac", unsaidFlac, (1152 * lasting * second) / 16_000],
    "flac in ogg": ["audio/ogg", oggFlac(flacKind, flacFrames), (1152 * lasting * second) / 16_000],
  };
  for (const [name, [type, file, milliseconds]] of Object.entries(cases)) {
    assert.equal(await durationOf(type, fileOf(file)), Math.round(milliseconds), name);
    assert.equal(await durationOf(type, fileOf(file.subarray(0, 30))), null, `${name}, cut short`);
  }
});

test("other work has its turn while sound is counted, however much is read at once", async () => {
  const many = Array.from({ length: 3000 }, (_, place) => aacPacket(place));
  const frames = many.map((_, place) => flacFrame(flacKind, place, 60));
  const cases: Readonly<Record<string, readonly [type: string, file: Uint8Array]>> = {
    webm: [
      "audio/webm",
      webmFile({ packets: many.map((_, place) => opusPacket(place, 30)), timeOf: (place) => place * 40 }),
    ],
    "mp4 with tables": ["audio/mp4", mp4File({ packets: many })],
    "mp4 in fragments": ["audio/mp4", mp4File({ packets: many, layout: "fragments" })],
    flac: ["audio/flac", flacFile(flacKind, frames).fill(0, 8 + 14, 8 + 18)],
    "flac in ogg": ["audio/ogg", oggFlac(flacKind, frames)],
  };
  for (const [name, [type, file]] of Object.entries(cases)) {
    const turns = await turnsDuring(() => durationOf(type, fileOf(file)));
    assert.ok(turns >= 10, `${name}: ${turns} turns of the event loop for 3,000 packets`);
  }
});

test("a length longer than any recording, or that stands for one not known, is counted instead", async () => {
  const inSegment = Buffer.from(unsaidWebm).indexOf(bytes("18538067")) + 12;
  for (const float of ["7e37e43c8800759c", "43abc16d674ec800"]) {
    const info = bytes(`1549a966 8b 4489 88 ${float}`); // 1e300 milliseconds, and 1e18
    const file = join(unsaidWebm.subarray(0, inSegment), info, unsaidWebm.subarray(inSegment));
    assert.equal(await durationOf("audio/webm", fileOf(file)), Math.round(40 * lasting - (312 * second) / 48_000));
  }
  const [short, long] = [new Uint8Array(12), join(bytes("01"), new Uint8Array(19))];
  const [ones, most] = [bytes("ff".repeat(8)), bytes(`7f${"ff".repeat(7)}`)];
  for (const said of [
    join(short, be32(90_000), be32(2 ** 32 - 1)),
    join(long, be32(48_000), ones),
    join(long, be32(1), most),
  ]) {
    const milliseconds = Math.round(((1024 * lasting - 2112) * second) / 16_000);
    assert.equal(await durationOf("audio/mp4", fileOf(withMovieHeader(unsaidMp4, said))), milliseconds);
  }
});

/** The file with another header of the movie, which is the first box in there. */
function withMovieHeader(file: Buffer, header: Uint8Array): Uint8Array {
  const at = file.indexOf("mvhd") - 4;
  const rest = file.subarray(at + file.readUInt32BE(at));
  const moov = be32(file.readUInt32BE(at - 8) + header.length + 8 - file.readUInt32BE(at));
  return join(file.subarray(0, at - 8), moov, latin("moov"), box("mvhd", header), rest);
}

test("WAV of compressed sound plays as long as the samples that it counts", async () => {
  const format = bytes("1100 0100 803e0000 77770000 0001 0400 0200 f901");
  const head = latin("RIFF\0\0\0\0WAVE");
  const counted = join(latin("fmt "), bytes("14000000"), format, latin("fact"), bytes("04000000 007d0000"));
  const file = join(head, counted, latin("data"), bytes("003f0000"), new Uint8Array(0x3f00));
  assert.equal(await durationOf("audio/wav", fileOf(file)), 2 * second);
});

test("no cut and no bit that is wrong in an upload is more than a length that is not known", async () => {
  const files: readonly (readonly [string, Uint8Array])[] = [
    ["audio/webm", webm],
    ["audio/mpeg", lame],
    ["audio/flac", flacInfo],
    ["audio/mp4", join(box("ftyp"), box("moov", box("mvhd", be32(0), be32(0), be32(0), be32(600), be32(1800))))],
    ["audio/wav", wavHeader({ sampleRate: 8000, channels: 2 }, 64_000)],
    [
      "audio/ogg",
      join(...oggOpusHead(1, 1, 48_000), oggPage({ flags: 4, granule: 96_312, serial: 1, sequence: 2 }, [])),
    ],
  ];
  for (const [type, file] of files) {
    for (let at = 0; at < Math.min(file.length, 64); at++) {
      const wrong = file.slice();
      wrong[at] = 0xff;
      for (const one of [wrong, file.subarray(0, at)]) {
        const milliseconds = await durationOf(type, fileOf(one));
        assert.ok(
          milliseconds === null || (Number.isSafeInteger(milliseconds) && milliseconds > 0),
          `${type} at ${at}`,
        );
      }
    }
  }
});
