/** A form with a file (RFC 7578) whose length is known before it is read, so that it is sent as it is read. */
import type { SoundFile } from "../runtime/transcriber.ts";

export interface Form {
  readonly contentType: string;
  readonly length: number;
  /** All bytes, in order. */
  read(): AsyncIterable<Uint8Array>;
}

/** The fields, then the file; `boundary` must not occur in the file, so it is to be a matter of chance. */
export function formOf(
  fields: readonly (readonly [name: string, value: string])[],
  file: SoundFile,
  boundary: string,
): Form {
  const encoder = new TextEncoder();
  const texts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const disposition = `form-data; name="file"; filename="${file.name}"`;
  const head = encoder.encode(
    `${texts.join("")}--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${file.type}\r\n\r\n`,
  );
  const tail = encoder.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.byteLength + file.bytes + tail.byteLength,
    async *read() {
      yield head;
      yield* file.read();
      yield tail;
    },
  };
}
