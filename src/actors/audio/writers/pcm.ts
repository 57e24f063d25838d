/** Samples behind the header of a WAV file, whose lengths are set when the recording has ended. */
import { invalid } from "../../../schema/errors.ts";
import {
  frameSize,
  pcmBytesUntil,
  type PcmFormat,
  pcmMs,
  wavHeader,
  wavHeaderSize,
  wavMostBytes,
} from "../../../schema/pcm.ts";
import type { BlobWriter } from "../../files/blobs.ts";
import { type AudioWriter, maxMs } from "./writer.ts";

/** Bytes that one batch may go beyond the limit. */
const slack = 4 << 20;

/** Whole samples in the file; what a crash cut in two does not count. */
export function pcmBytes(size: number, format: PcmFormat): number {
  const bytes = Math.max(0, size - wavHeaderSize);
  return bytes - (bytes % frameSize(format));
}

/** Continues after the existing samples; `resumeFromMs` says which of them the client sends again. */
export async function openPcmWriter(
  blob: BlobWriter,
  format: PcmFormat,
  resumeFromMs: number | null,
): Promise<AudioWriter> {
  let received = pcmBytes(blob.size, format);
  if (blob.size < wavHeaderSize) await blob.write(0, [wavHeader(format, wavMostBytes)]);
  if (blob.size > wavHeaderSize + received) await blob.truncate(wavHeaderSize + received);
  let repeated = resumeFromMs === null ? 0 : Math.max(0, received - pcmBytesUntil(resumeFromMs, format));
  return {
    get receivedMs() {
      return pcmMs(received, format);
    },
    get receivedBytes() {
      return received;
    },
    get isFull() {
      return pcmMs(received, format) >= maxMs || received > wavMostBytes - slack;
    },
    async append({ bytes }) {
      if (bytes.byteLength % frameSize(format) !== 0) throw cutSample(format);
      const known = Math.min(repeated, bytes.byteLength);
      repeated -= known;
      if (known === bytes.byteLength) return;
      await blob.write(wavHeaderSize + received, [bytes.subarray(known)]);
      received += bytes.byteLength - known;
    },
    close: () => blob.close(),
  };
}

function cutSample(format: PcmFormat): Error {
  return invalid(
    "audio",
    `Expected whole samples: binary frames whose length is a multiple of ${frameSize(format)} bytes.`,
  );
}
