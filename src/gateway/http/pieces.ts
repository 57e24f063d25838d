/**
 * Long answers go out piece by piece, as they are taken: how much of them is held is known, and it is freed as soon as the answer is
 * over. It lies outside the heap, and the collector of a process that does little may not come for it in minutes (measured: 330 MB).
 */

/** Bytes above which an answer goes out in pieces, and of a piece. */
export const large = 256 * 1024;
const pieceBytes = 64 * 1024;

const encoder = new TextEncoder();

/** The text as a stream of one chunk, which nobody else has. */
export function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(text));
      controller.close();
    },
  });
}

/**
 * The stream with its large chunks in pieces, each a copy: the system may still be writing one when the chunk is freed. `hold` is called
 * with the bytes of the chunk that is on its way, 0 between two.
 */
export function inPieces(
  stream: ReadableStream<Uint8Array>,
  hold: (bytes: number) => void,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let chunk: Uint8Array | null = null;
  let at = 0;

  const drop = (): void => {
    if (chunk !== null) free(chunk);
    chunk = null;
    hold(0);
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (chunk === null) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          if (value.byteLength <= large) return controller.enqueue(value);
          [chunk, at] = [value, 0];
          hold(value.byteLength);
        }
        controller.enqueue(new Uint8Array(chunk.subarray(at, at + pieceBytes)));
        at += pieceBytes;
        if (at >= chunk.byteLength) drop();
      },
      cancel(reason) {
        drop();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Who gives a stream gives its chunks away; one that is part of something else is left to that. */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
