/** Messages as frames on a stream of bytes: four bytes of length, then so many; a frame of none says that its sender lives. */

/** Bytes of the largest frame; the largest request and the largest answer of the API are a fraction of it. */
export const maxFrame = 64 * 1024 * 1024;

/** Bytes of the length. */
const head = 4;

/** A frame with that content. Throws when it is too large. */
export function frameOf(content: Uint8Array): Uint8Array {
  if (content.length > maxFrame) throw new Error(`A message of ${content.length} bytes is too large for another node.`);
  const frame = Buffer.allocUnsafe(head + content.length);
  frame.writeUInt32BE(content.length, 0);
  frame.set(content, head);
  return frame;
}

/** Takes bytes as they come, and calls with the content of each frame that is whole. Throws on one that is too large. */
export function createFrameReader(onFrame: (content: Uint8Array) => void): (bytes: Uint8Array) => void {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let needed = head;
  let isHead = true;

  function take(): Buffer {
    const whole = Buffer.concat(waiting);
    const rest = whole.subarray(needed);
    waiting = [rest];
    size = rest.length;
    return whole.subarray(0, needed);
  }

  function readHead(): void {
    const length = take().readUInt32BE(0);
    if (length > maxFrame) throw new Error(`Another node sent a frame of ${length} bytes; ${maxFrame} are allowed.`);
    if (length === 0) return onFrame(new Uint8Array(0));
    [needed, isHead] = [length, false];
  }

  function readContent(): void {
    const content = take();
    [needed, isHead] = [head, true];
    onFrame(content);
  }

  return (bytes) => {
    waiting.push(bytes);
    size += bytes.length;
    while (size >= needed) {
      if (isHead) readHead();
      else readContent();
    }
  };
}
