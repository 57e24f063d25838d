/** WebM files of our own making (RFC 8794, RFC 9559). */
export interface MadeWebm {
  readonly packets: readonly Buffer[];
  /** Milliseconds of the packet, or what `scale` says. */
  readonly timeOf: (place: number) => number;
  /** Nanoseconds of one unit of time. */
  readonly scale?: number;
  /** Live ones do not say how long they are. */
  readonly isLive?: boolean;
  readonly codec?: string;
  /** What a decoder needs before the first packet. */
  readonly setup?: Buffer;
  readonly inGroups?: boolean;
  /** Flags of the blocks. */
  readonly flags?: number;
  /** Elements of the track in addition to the usual. */
  readonly more?: Buffer;
}

const perCluster = 50;
export const opusSetup = Buffer.from("4f707573486561640101380180bb0000000000", "hex");

/** An element with its size in eight bytes; of unknown size with null. */
export function element(id: number, content: Buffer, isKnown = true): Buffer {
  const digits = id.toString(16);
  const name = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  const size = Buffer.alloc(8, 0xff);
  if (isKnown) size.writeBigUInt64BE(BigInt(content.length));
  size[0] = 1;
  return Buffer.concat([name, size, content]);
}

/** A packet of twice 20 ms that names its place. */
export function opusPacket(place: number, length: number): Buffer {
  const bytes = Buffer.alloc(length, place % 251);
  bytes[0] = (31 << 3) | 1;
  if (length >= 5) bytes.writeUInt32BE(place, 1);
  return bytes;
}

function unsigned(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** The file. */
export function webmFile(made: MadeWebm): Buffer {
  const { packets, codec = "A_OPUS", setup = opusSetup, isLive = false } = made;
  const video = element(0xae, Buffer.concat([element(0xd7, unsigned(1, 1)), element(0x83, unsigned(1, 1))]));
  const sound = element(
    0xae,
    Buffer.concat([
      element(0xd7, unsigned(2, 1)),
      element(0x83, unsigned(2, 1)),
      element(0x86, Buffer.from(codec)),
      element(0x63a2, setup),
      made.more ?? Buffer.alloc(0),
    ]),
  );
  const clusters = Array.from({ length: Math.ceil(packets.length / perCluster) }, (_, cluster) =>
    clusterOf(made, cluster * perCluster),
  );
  const segment = Buffer.concat([
    element(0xec, Buffer.alloc(104)),
    element(0x1549a966, element(0x2ad7b1, unsigned(made.scale ?? 1_000_000, 6))),
    element(0x1654ae6b, Buffer.concat([video, sound])),
    ...clusters,
  ]);
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from("webm"))),
    element(0x18538067, segment, !isLive),
  ]);
}

function clusterOf(
  { packets, timeOf, isLive = false, inGroups = false, flags = 0x80 }: MadeWebm,
  first: number,
): Buffer {
  const from = timeOf(first);
  const blocks = packets.slice(first, first + perCluster).map((packet, index) => {
    const head = Buffer.from([0x82, 0, 0, inGroups ? flags & 0x7f : flags]);
    head.writeInt16BE(timeOf(first + index) - from, 1);
    const block = Buffer.concat([head, packet]);
    return inGroups
      ? element(0xa0, Buffer.concat([element(0xa1, block), element(0x9b, unsigned(40, 1))]))
      : element(0xa3, block);
  });
  const other = element(0xa3, Buffer.from([0x81, 0, 0, 0x80, 1, 2, 3]));
  return element(0x1f43b675, Buffer.concat([element(0xe7, unsigned(from, 6)), other, ...blocks]), !isLive);
}
