/** A part of a FLAC file as a file of its own, whose frames are counted from 0. */
import { putText } from "../../../schema/pcm.ts";
import type { SoundFile } from "../../runtime/transcriber.ts";
import { joined, joinedPieces } from "../shared/pieces.ts";
import { BrokenSound, packetsOf, type PacketStream, type Part } from "../shared/packets.ts";
import { crc16, crc8 } from "./checks.ts";
import { headerAt, infoSize, numberBytes, type StreamInfo } from "./header.ts";

const lastBlock = 0x80;

/** The file of the part, read as it goes. */
export async function fileOfPart(
  stream: PacketStream,
  part: Part,
  info: Pick<StreamInfo, "bytes">,
): Promise<SoundFile> {
  const head = headOf(info, part.end - part.begin);
  let bytes = head.byteLength;
  for await (const frame of framesOf(stream, part)) bytes += frame.bytes.byteLength;
  return {
    name: "recording.flac",
    type: "audio/flac",
    bytes,
    read: () => joinedPieces([head], framesOf(stream, part)),
  };
}

/** Says nothing of the sizes of frames, and has no checksum of the sound (RFC 9639 §8.2). */
function headOf({ bytes }: Pick<StreamInfo, "bytes">, samples: number): Uint8Array {
  const head = new Uint8Array(8 + infoSize);
  putText(head, 0, "fLaC");
  head[4] = lastBlock;
  head[7] = infoSize;
  head.set(bytes, 8);
  head.fill(0, 8 + 4, 8 + 10);
  head[8 + 13] = (head[8 + 13] as number) & 0xf0;
  new DataView(head.buffer).setUint32(8 + 14, samples);
  head.fill(0, 8 + 18);
  return head;
}

async function* framesOf(stream: PacketStream, part: Part): AsyncGenerator<{ readonly bytes: Uint8Array }> {
  let [first, index]: [number | null, number] = [null, 0];
  for await (const { bytes, start } of packetsOf(stream, part)) {
    first ??= start;
    yield { bytes: renumbered(bytes, start - first, index) };
    index += 1;
  }
}

/** The frame with the number of its sample, or its own, in the part. */
function renumbered(frame: Uint8Array, sample: number, index: number): Uint8Array {
  const header = headerAt(frame, 0);
  if (header === null) throw new BrokenSound();
  const { hasOwnSizes, numberAt, numberSize, size } = header;
  const number = numberBytes(hasOwnSizes ? sample : index);
  const head = [frame.subarray(0, numberAt), number, frame.subarray(numberAt + numberSize, size - 1)];
  const made = joined([...head, Uint8Array.of(crc8(joined(head))), frame.subarray(size)]);
  new DataView(made.buffer).setUint16(made.byteLength - 2, crc16(made.subarray(0, -2)));
  return made;
}
