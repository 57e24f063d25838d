/** An audio file as it is uploaded, byte by byte. */
import type { BlobWriter } from "../../files/blobs.ts";
import type { AudioWriter } from "./writer.ts";

/** Continues after the existing bytes. */
export function openFileWriter(blob: BlobWriter): AudioWriter {
  let received = blob.size;
  return {
    receivedMs: 0,
    get receivedBytes() {
      return received;
    },
    isFull: false,
    async append({ bytes }) {
      await blob.write(received, [bytes]);
      received += bytes.byteLength;
    },
    close: () => blob.close(),
  };
}
