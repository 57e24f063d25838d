/** Opus packets in Ogg pages, a page or more for each batch: what was acknowledged stands in whole pages. */
import { invalid } from "../../../schema/errors.ts";
import type { BlobWriter } from "../../files/blobs.ts";
import { lastPage, maxPacketSize, oggPages, type TimedPacket } from "../../sound/ogg/page.ts";
import { oggOpusHead } from "../../sound/opus/head.ts";
import { opusRate, packetSamples } from "../../sound/opus/packet.ts";
import type { PcmFormat } from "../../../schema/pcm.ts";
import { type AudioWriter, type Batch, framesOf, maxMs } from "./writer.ts";

const samplesPerMs = opusRate / 1000;

/** Where a stream stands after its last whole page. */
export interface OggTail {
  /** Length in bytes up to there. */
  readonly end: number;
  readonly granule: number;
  readonly sequence: number;
  readonly flags: number;
}

/** The end of the stream in the file, without what a crash cut short; null when there is no whole page. */
export async function oggTail(blob: BlobWriter): Promise<OggTail | null> {
  const last = await lastPage(blob.size, (start, end) => blob.read(start, end));
  if (last === null) return null;
  const { granule, sequence, flags } = last.page;
  return { end: last.end, granule, sequence, flags };
}

/** Continues after the existing pages; `resumeFromMs` says which packets the client sends again. */
export async function openOpusWriter(
  blob: BlobWriter,
  serial: number,
  format: PcmFormat,
  resumeFromMs: number | null,
): Promise<AudioWriter> {
  let { end, granule, sequence } = await begin(blob, serial, format);
  let repeated = resumeFromMs === null ? 0 : Math.max(0, granule - resumeFromMs * samplesPerMs);
  let received = 0;
  return {
    get receivedMs() {
      return Math.floor(granule / samplesPerMs);
    },
    get receivedBytes() {
      return received;
    },
    get isFull() {
      return granule >= maxMs * samplesPerMs;
    },
    async append(batch) {
      const packets = packetsOf(batch);
      let known = repeated;
      const fresh = packets.filter(({ samples }) => {
        // A packet that reaches beyond what is known by less than half of itself is known.
        const isKnown = known * 2 >= samples;
        known = Math.max(0, known - samples);
        return !isKnown;
      });
      const pages = oggPages(fresh, { serial, granule, sequence: sequence + 1 });
      if (pages.length > 0) await blob.write(end, pages);
      repeated = known;
      for (const page of pages) end += page.byteLength;
      for (const { samples, bytes } of fresh) {
        granule += samples;
        received += bytes.byteLength;
      }
      sequence += pages.length;
    },
    close: () => blob.close(),
  };
}

async function begin(blob: BlobWriter, serial: number, format: PcmFormat): Promise<Omit<OggTail, "flags">> {
  const tail = await oggTail(blob);
  if (tail !== null && tail.sequence > 0) {
    if (tail.end < blob.size) await blob.truncate(tail.end);
    return tail;
  }
  const head = oggOpusHead(serial, format.channels, format.sampleRate);
  await blob.write(0, head);
  const end = head.reduce((sum, page) => sum + page.byteLength, 0);
  if (blob.size > end) await blob.truncate(end);
  return { end, granule: 0, sequence: head.length - 1 };
}

function packetsOf(batch: Batch): TimedPacket[] {
  return framesOf(batch).map((bytes) => {
    const samples = bytes.byteLength <= maxPacketSize ? packetSamples(bytes) : null;
    if (samples === null) throw invalid("audio", "Expected one Opus packet in each binary frame (RFC 6716 §3).");
    return { bytes, samples };
  });
}
