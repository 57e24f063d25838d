/** Packets of Vorbis of our own making, as far as they tell how long they are (Vorbis I specification §4.2, §4.3.1). */
export interface VorbisKind {
  readonly rate: number;
  /** Samples of a short block and of a long one. */
  readonly blocks: readonly [number, number];
  /** Of each mode whether its blocks are long. */
  readonly modes: readonly boolean[];
}

/** The identification header. */
export function vorbisHead({ rate, blocks }: VorbisKind): Buffer {
  const head = Buffer.alloc(30);
  head.write("\u0001vorbis", "latin1");
  head[11] = 1;
  head.writeUInt32LE(rate, 12);
  head[28] = Math.log2(blocks[0]) | (Math.log2(blocks[1]) << 4);
  head[29] = 1;
  return head;
}

export const vorbisComment = Buffer.from("\u0003vorbis\u0004\0\0\0room\0\0\0\0\u0001", "latin1");

/** The setup header, with so many bits before its modes. */
export function vorbisSetup({ modes }: VorbisKind, before = 203): Buffer {
  // A number of bits is written from its lowest on.
  const bits = (value: number, count: number): string =>
    value.toString(2).padStart(count, "0").split("").toReversed().join("");
  const ofModes = modes.map((isLong) => `${bits(Number(isLong), 1)}${bits(0, 32)}${bits(1, 8)}`).join("");
  const all = `${"1011000".repeat(before).slice(0, before)}${bits(modes.length - 1, 6)}${ofModes}1`;
  const bytes = all.match(/.{1,8}/g) ?? [];
  return Buffer.concat([
    Buffer.from("\u0005vorbis", "latin1"),
    Buffer.from(bytes.map((eight) => Number.parseInt(eight.split("").toReversed().join(""), 2))),
  ]);
}

/** A packet of that mode that names its place. */
export function vorbisPacket(mode: number, place: number, length: number): Buffer {
  const bytes = Buffer.alloc(length, 0xa5);
  bytes[0] = mode << 1;
  bytes.writeUInt32BE(place, 1);
  return bytes;
}

/** The samples that a decoder has after each of the packets, which begin with none. */
export function vorbisPositions({ blocks, modes }: VorbisKind, packets: readonly Buffer[]): number[] {
  const width = modes.length === 1 ? 0 : Math.ceil(Math.log2(modes.length));
  const sizes = packets.map(([first = 0]) => blocks[Number(modes[(first >> 1) % 2 ** width])] as number);
  let position = 0;
  return sizes.map((size, place) => {
    const before = sizes[place - 1];
    if (before !== undefined) position += (before + size) / 4;
    return position;
  });
}
