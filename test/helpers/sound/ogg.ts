/** An independent reader of Ogg files, which shares nothing with the service's own (RFC 3533, RFC 7845). */
import assert from "node:assert/strict";

export interface ReadOgg {
  readonly head: Buffer;
  readonly preSkip: number;
  readonly packets: readonly Buffer[];
  /** Of each page with sound. */
  readonly granules: readonly number[];
}

/** What eight steps of the division leave of a byte. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let register = byte << 24;
  for (let bit = 0; bit < 8; bit++) register = (register << 1) ^ (register < 0 ? 0x04c1_1db7 : 0);
  return register;
});

/** CRC-32 of RFC 3533 §6. */
export function oggChecksum(bytes: Uint8Array): number {
  let register = 0;
  for (const byte of bytes) register = (register << 8) ^ (remainders[(register >>> 24) ^ byte] as number);
  return register >>> 0;
}

/**
 * The packets of the file, and the positions of its pages with sound; throws where it is no Ogg file of one stream, from its first
 * byte to its last. `headers` says how many packets there are after each page before the sound.
 */
export function readOggPackets(file: Buffer, headers: readonly number[]): Pick<ReadOgg, "packets" | "granules"> {
  const packets: Buffer[] = [];
  const granules: number[] = [];
  let [at, sequence, open] = [0, 0, Buffer.alloc(0)];
  while (at < file.length) {
    const segments = file.readUInt8(at + 26);
    const table = [...file.subarray(at + 27, at + 27 + segments)];
    const size = 27 + segments + table.reduce((sum, length) => sum + length, 0);
    const page = Buffer.from(file.subarray(at, at + size));
    assert.ok(page.toString("latin1", 0, 4) === "OggS" && page[4] === 0 && page.length === size, `page at ${at}`);
    assert.equal(page.readUInt32LE(18), sequence, "the pages are counted from 0");
    assert.equal(page.readUInt32LE(14), file.readUInt32LE(14), "one stream");
    const sum = page.readUInt32LE(22);
    page.fill(0, 22, 26);
    assert.equal(oggChecksum(page), sum, `checksum of page ${sequence}`);
    const isLast = at + size === file.length;
    assert.equal(page[5], (sequence === 0 ? 2 : 0) | (open.length > 0 ? 1 : 0) | (isLast ? 4 : 0), "flags");
    let start = 27 + segments;
    for (const length of table) {
      open = Buffer.concat([open, page.subarray(start, start + length)]);
      start += length;
      if (length === 255) continue;
      packets.push(open);
      open = Buffer.alloc(0);
    }
    if (sequence < headers.length)
      assert.deepEqual([packets.length, page.readBigUInt64LE(6)], [headers[sequence], 0n], "pages of headers");
    else granules.push(Number(page.readBigUInt64LE(6)));
    at += size;
    sequence += 1;
  }
  assert.equal(open.length, 0, "no packet is left open");
  return { packets, granules };
}

/** What is in the file; throws where it is no Ogg Opus file. */
export function readOgg(file: Buffer): ReadOgg {
  const { packets, granules } = readOggPackets(file, [1, 2]);
  const [head, tags, ...sound] = packets;
  assert.ok(head?.toString("latin1", 0, 8) === "OpusHead" && tags?.toString("latin1", 0, 8) === "OpusTags");
  return { head, preSkip: head.readUInt16LE(10), packets: sound, granules };
}
