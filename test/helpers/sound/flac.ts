/** FLAC files of our own making, and an independent reader of them (RFC 9639). */
import assert from "node:assert/strict";
import { beginsStream, oggPage, oggPages } from "../../../src/actors/sound/ogg/page.ts";

export interface FlacKind {
  readonly rate: number;
  readonly samples: number;
  /** Frames are counted by their samples. */
  readonly hasOwnSizes: boolean;
}

/** The rest of a division by a polynomial, bit by bit. */
function rest(bytes: Uint8Array, width: 8 | 16, polynomial: number): number {
  let register = 0;
  for (const byte of bytes) {
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((register >> (width - 1)) & 1) ^ ((byte >> bit) & 1);
      register = ((register << 1) & (2 ** width - 1)) ^ (carry === 1 ? polynomial : 0);
    }
  }
  return register;
}

const info = (rate: number, samples: number, total: number): Buffer => {
  const bytes = Buffer.alloc(34);
  bytes.writeUInt16BE(samples, 0);
  bytes.writeUInt16BE(samples, 2);
  // Twenty bits of rate, three of channels less one, five of bits less one.
  bytes.writeUInt32BE(rate * 4096 + 15 * 16, 10);
  bytes.writeUInt32BE(total, 14);
  return bytes;
};

/** The number in as many bytes as it needs, as UTF-8 writes those of characters. */
function utf8(number: number): Buffer {
  if (number < 128) return Buffer.from([number]);
  let size = 2;
  while (2 ** (5 * size + 1) <= number) size += 1;
  const bits = number.toString(2).padStart(5 * size + 1, "0");
  const first = `${"1".repeat(size)}0${bits.slice(0, 7 - size)}`;
  const others = bits.slice(7 - size).match(/.{6}/g) ?? [];
  return Buffer.from([first, ...others.map((six) => `10${six}`)].map((byte) => Number.parseInt(byte, 2)));
}

/** A frame that names its place in content that looks like heads of frames. */
export function flacFrame(kind: FlacKind, place: number, length: number): Buffer {
  const content = Buffer.alloc(length, "\xff\xf8\xc9\x08..", "latin1");
  content.writeUInt32BE(place);
  return framed(kind, place, content);
}

function framed({ samples, hasOwnSizes }: FlacKind, place: number, content: Buffer): Buffer {
  const head = Buffer.concat([
    Buffer.from([0xff, hasOwnSizes ? 0xf9 : 0xf8, 0x70, 0x08]),
    utf8(hasOwnSizes ? place * samples : place),
    Buffer.from([(samples - 1) >> 8, (samples - 1) & 255]),
  ]);
  const body = Buffer.concat([head, Buffer.from([rest(head, 8, 0x07)]), content]);
  const sum = Buffer.alloc(2);
  sum.writeUInt16BE(rest(body, 16, 0x8005));
  return Buffer.concat([body, sum]);
}

/** The file, with so many bytes of pictures before the sound. */
export function flacFile(kind: FlacKind, frames: readonly Buffer[], pictures = 0): Buffer {
  const head = Buffer.from([0, 0, 0, 34]);
  const picture = Buffer.alloc(4 + pictures, 0xff);
  picture.writeUInt32BE(0x8600_0000 + pictures);
  return Buffer.concat([Buffer.from("fLaC"), head, info(kind.rate, kind.samples, 12_345), picture, ...frames]);
}

/** The frames in Ogg, with the headers that a file of FLAC has (RFC 9639 §10.1), and an empty packet at the end as some encoders write. */
export function oggFlac(kind: FlacKind, frames: readonly Buffer[], headers = 1): Buffer {
  const [serial, alone] = [5, flacFile(kind, frames)];
  const mapping = Buffer.from([0x7f, 0x46, 0x4c, 0x41, 0x43, 1, 0, headers >> 8, headers & 255]);
  const comment = Buffer.from([0x84, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
  const pages = [
    oggPage({ flags: beginsStream, granule: 0, serial, sequence: 0 }, [
      Buffer.concat([mapping, alone.subarray(0, 42)]),
    ]),
    oggPage({ flags: 0, granule: 0, serial, sequence: 1 }, [comment]),
  ];
  const timed = [...frames.map((bytes) => ({ bytes, samples: kind.samples })), { bytes: Buffer.alloc(0), samples: 0 }];
  const first = { serial, granule: 0, sequence: 2 };
  return Buffer.concat([...pages, ...oggPages(timed, first, frames.length * kind.samples)]);
}

/** The contents of the frames of the part, whose heads and checksums are right. */
export function flacContents(kind: FlacKind, part: Buffer, lengths: readonly number[]): Buffer[] {
  let at = 42;
  assert.ok(part.subarray(0, 8).equals(Buffer.from("664c614380000022", "hex")));
  const contents = lengths.map((length, place) => {
    const size = framed(kind, place, Buffer.alloc(length)).length;
    const frame = part.subarray(at, at + size);
    const content = frame.subarray(size - length - 2, -2);
    assert.ok(frame.equals(framed(kind, place, content)), `frame ${place}`);
    at += size;
    return content;
  });
  assert.equal(at, part.length);
  assert.deepEqual(part.subarray(8, 42), info(kind.rate, kind.samples, lengths.length * kind.samples));
  return contents;
}
