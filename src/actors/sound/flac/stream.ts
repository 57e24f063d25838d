/** FLAC as packets: its frames, which need nothing of each other. */
import type { AudioFile } from "../shared/file.ts";
import { endOf, type PacketStream } from "../shared/packets.ts";
import { windowOn } from "../shared/window.ts";
import { framesFrom } from "./frames.ts";
import { type FrameHeader, headerAt, maxHeader, readInfo } from "./header.ts";
import { fileOfPart } from "./part.ts";

/** The file as packets; null when it does not begin as FLAC. */
export async function readFlac(file: AudioFile): Promise<PacketStream | null> {
  const window = windowOn(file);
  const info = await readInfo(window);
  const first = info && headerAt(await window.bytes(info.start, maxHeader), 0);
  if (info === null || first === null) return null;
  const startOf = ({ hasOwnSizes, number }: FrameHeader): number => (hasOwnSizes ? number : number * first.samples);
  const stream: PacketStream = {
    rate: info.rate,
    heardFrom: startOf(first),
    runUp: 0,
    async *packets(from) {
      for await (const { at, header, bytes } of framesFrom(file, info, from?.at ?? info.start)) {
        yield { start: startOf(header), samples: header.samples, bytes, entry: at };
      }
    },
    end: () => endOf(stream.packets(null)),
    fileOf: (part) => fileOfPart(stream, part, info),
  };
  return stream;
}
