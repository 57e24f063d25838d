/** What is known of files of sound by their bytes: of which kind they are, and how pages and headers are written. */
import assert from "node:assert/strict";
import test from "node:test";
import { beginsStream, lastPage, maxPacketSize, oggPage, pageAt } from "../../../src/actors/sound/ogg/page.ts";
import { packetSamples } from "../../../src/actors/sound/opus/packet.ts";
import { sniff } from "../../../src/actors/sound/sniff.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { opusPacket } from "../../helpers/sound/audio.ts";

const bytes = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(" ", ""), "hex"));
const latin = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "latin1"));

function join(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

test("the header of a WAV file is the one of the RIFF specification, byte for byte", () => {
  const header = wavHeader({ sampleRate: 16_000, channels: 1 }, 32_000);
  assert.equal(
    Buffer.from(header).toString("hex"),
    "52494646247d0000" +
      "57415645666d7420" +
      "10000000" +
      "0100" +
      "0100" +
      "803e0000" +
      "007d0000" +
      "0200" +
      "1000" +
      "64617461007d0000",
  );
});

test("the length of an Opus packet follows from its first bytes", () => {
  const cases: readonly (readonly [hex: string, samples: number | null])[] = [
    ["00", 480], // SILK 10 ms
    ["18", 2880], // SILK 60 ms
    ["68", 960], // hybrid 20 ms
    ["80", 120], // CELT 2.5 ms
    ["f8", 960], // CELT 20 ms
    ["f9 00 00", 1920], // two equal frames
    ["fa 01 00 00", 1920], // two frames
    ["fb 06", 5760], // six frames: 120 ms
    ["fb 07", null], // longer than a packet may be
    ["fb 00", null], // no frame at all
    ["fb", null], // cut short
    ["", null],
  ];
  for (const [hex, samples] of cases) assert.equal(packetSamples(bytes(hex)), samples, hex);
});

test("a page carries the checksum of the Ogg specification", () => {
  const page = oggPage({ flags: beginsStream, granule: 0, serial: 1, sequence: 0 }, [latin("OpusHead")]);
  const read = pageAt(page, 0);
  assert.deepEqual(read, { flags: 2, granule: 0, serial: 1, sequence: 0, size: 36 });
  for (let at = 0; at < page.length; at++) {
    const broken = page.slice();
    broken[at] = (broken[at] as number) ^ 1;
    assert.equal(pageAt(broken, 0), null, `one bit of byte ${at} is wrong`);
  }
});

test("packets of every length keep their lengths in the table of their page", () => {
  for (const length of [1, 254, 255, 256, 510, maxPacketSize]) {
    const page = oggPage({ flags: 0, granule: 960, serial: 7, sequence: 3 }, [opusPacket(1, length)]);
    const segments = page[26] as number;
    const lacing = [...page.subarray(27, 27 + segments)];
    assert.equal(
      lacing.reduce((sum, one) => sum + one, 0),
      length,
    );
    assert.ok((lacing.at(-1) as number) < 255, "a packet ends with a segment below 255 bytes");
    assert.equal(pageAt(page, 0)?.size, page.length);
  }
});

const lastOf = (file: Uint8Array) => lastPage(file.length, async (start, end) => file.subarray(start, end));

test("the last whole page is found whatever stands before and behind it", async () => {
  const pages = [1, 2, 3].map((sequence) =>
    oggPage({ flags: 0, granule: sequence * 960, serial: 7, sequence }, [opusPacket(sequence)]),
  );
  const whole = join(...pages);
  const last = await lastOf(whole);
  assert.deepEqual([last?.page.sequence, last?.end], [3, whole.length]);
  const cut = await lastOf(whole.subarray(0, whole.length - 5));
  assert.deepEqual([cut?.page.sequence, cut?.end], [2, whole.length - (pages[2] as Uint8Array).length]);
  const later = join(latin("xxOggSxx"), whole);
  assert.equal((await lastOf(later))?.end, later.length);
  assert.equal(await lastOf(latin("no page at all")), null);
});

test("a page within a packet is never taken for the last page of the file", async () => {
  const pageOf = (sequence: number, packet: Uint8Array): Uint8Array =>
    oggPage({ flags: 0, granule: sequence * 960, serial: 7, sequence }, [packet]);
  const inside = new Uint8Array(60_000);
  inside.set(pageOf(3, opusPacket(3)), 30_000);
  for (const behind of [0, 64, 96, 200]) {
    const sequences = Array.from({ length: 100 + behind }, (_, sequence) => sequence);
    const whole = join(
      ...sequences.map((sequence) => pageOf(sequence, sequence === 99 ? inside : new Uint8Array(1000))),
    );
    for (const cut of [0, 1, 900]) {
      const last = await lastOf(whole.subarray(0, whole.length - cut));
      assert.equal(
        last?.page.sequence,
        99 + behind - (cut === 0 ? 0 : 1),
        `${behind} pages behind it, ${cut} bytes cut`,
      );
    }
  }
});

test("of a file full of heads of pages only a few are taken for pages and summed", async (t) => {
  const head = join(latin("OggS"), new Uint8Array(22), bytes("ff"));
  const copies = t.mock.method(Uint8Array, "from");
  assert.equal(await lastOf(new Uint8Array(140_000).map((_, at) => head[at % head.length] as number)), null);
  assert.ok(copies.mock.callCount() < 100, `${copies.mock.callCount()} pages are summed`);
});

test("files are known by how they begin", () => {
  const cases: readonly (readonly [bytes: Uint8Array, type: string | null])[] = [
    [wavHeader({ sampleRate: 8000, channels: 1 }, 0), "audio/wav"],
    [latin("fLaC\0\0\0\x22"), "audio/flac"],
    [latin("OggS\0\x02"), "audio/ogg"],
    [bytes("1a45dfa3 9f42 8681 01"), "audio/webm"],
    [join(bytes("00000020"), latin("ftypM4A ")), "audio/mp4"],
    [latin("ID3\x04\0\0"), "audio/mpeg"],
    [bytes("fffb9064"), "audio/mpeg"],
    [bytes("fff15080"), null], // AAC in ADTS: another layer
    [latin("RIFF\0\0\0\0AVI "), null],
    [latin("<!doctype html>"), null],
    [latin(""), null],
  ];
  for (const [begin, type] of cases) assert.equal(sniff(begin), type, Buffer.from(begin).toString("latin1"));
});
