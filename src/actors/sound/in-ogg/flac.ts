/** FLAC in Ogg as packets; its parts are files of FLAC alone. Source: RFC 9639 §10.1. */
import type { AudioFile } from "../shared/file.ts";
import { readHeaders, says } from "../ogg/headers.ts";
import { type SoundPage, soundPages } from "../ogg/pages.ts";
import { firstPosition, heardPackets, lastPosition } from "../ogg/sound.ts";
import type { PacketStream } from "../shared/packets.ts";
import { headerAt, infoIn, infoSize } from "../flac/header.ts";
import { fileOfPart } from "../flac/part.ts";

/** Where the stream information begins in the first packet. */
const infoStart = 17;

/** The file as packets; null when it is none of FLAC in Ogg, or does not say how many headers it has. */
export async function readOggFlac(file: AudioFile): Promise<PacketStream | null> {
  const headers = await readHeaders(file, headersAfter);
  const [head] = headers?.packets ?? [];
  const info = head && infoIn(head.slice(infoStart));
  if (headers === null || !info) return null;
  const pages = (start = headers.start): AsyncIterable<SoundPage> =>
    soundPages(file, { serial: headers.serial, start, advance: samplesOf });
  const heardFrom = await firstPosition(pages());
  if (heardFrom === null) return null;
  const stream: PacketStream = {
    rate: info.rate,
    heardFrom,
    runUp: 0,
    packets: (from) => heardPackets(pages(from?.at)),
    end: () => lastPosition(file, pages()),
    fileOf: (part) => fileOfPart(stream, part, info),
  };
  return stream;
}

/** Some encoders end with a packet that is empty. */
function samplesOf(frame: Uint8Array): number | null {
  return frame.byteLength === 0 ? 0 : (headerAt(frame, 0)?.samples ?? null);
}

/** How many headers there are with the first one; null when it is none, or does not say. */
function headersAfter(first: Uint8Array): number | null {
  const isHead = says(first, "\u007fFLAC\u0001") && says(first, "fLaC", 9) && first.byteLength === infoStart + infoSize;
  const more = isHead ? new DataView(first.buffer, first.byteOffset).getUint16(7) : 0;
  return more === 0 ? null : more + 1;
}
