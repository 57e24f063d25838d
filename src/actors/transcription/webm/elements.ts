/** Elements of WebM and Matroska files. Source: RFC 8794 §4 to §6. */
import type { AudioFile } from "../audio.ts";
import type { Window } from "../packets/window.ts";

export interface Element {
  readonly id: number;
  /** Where its head begins. */
  readonly at: number;
  /** Its content; one of unknown length goes to the end of what it is in. */
  readonly start: number;
  readonly end: number;
  /** False when it goes on behind the end of what it is in, or does not say where it ends. */
  readonly isWhole: boolean;
}

/** Bytes of an id and a size. */
export const mostHead = 12;
/** A file has no more of them that hold no sound. */
export const mostElements = 1_000_000;

/** The element there; null when none begins. */
export async function elementAt(file: AudioFile, window: Window, at: number): Promise<Element | null> {
  return at < file.bytes ? readElement(await window(at, mostHead), 0, at, file.bytes) : null;
}

/** The elements after each other in the bytes, as far as they are well-formed. */
export function* elementsIn(bytes: Uint8Array): Generator<Element> {
  for (let at = 0; at < bytes.byteLength;) {
    const element = readElement(bytes, at, at, bytes.byteLength);
    if (element === null) return;
    yield element;
    at = element.end;
  }
}

/** The whole number that the content of an element is. */
export function numberIn(bytes: Uint8Array): number {
  return bytes.subarray(0, 8).reduce((value, byte) => value * 256 + byte, 0);
}

function readElement(bytes: Uint8Array, offset: number, at: number, limit: number): Element | null {
  const idLength = lengthOf(bytes[offset]);
  if (idLength > 4) return null;
  const sizeAt = offset + idLength;
  const sizeLength = lengthOf(bytes[sizeAt]);
  if (sizeLength > 8 || sizeAt + sizeLength > bytes.byteLength) return null;
  const size = sizeIn(bytes.slice(sizeAt, sizeAt + sizeLength));
  const start = at + idLength + sizeLength;
  const isWhole = start + size <= limit;
  const end = isWhole ? start + size : limit;
  return { id: numberIn(bytes.subarray(offset, sizeAt)), at, start, end, isWhole };
}

/** A size without the bit that says how long it is, which would leave too few for the others of eight bytes; all ones are no size. */
function sizeIn(bytes: Uint8Array): number {
  const most = 255 >> bytes.byteLength;
  bytes[0] = (bytes[0] as number) & most;
  return bytes[0] === most && bytes.subarray(1).every((byte) => byte === 255)
    ? Number.POSITIVE_INFINITY
    : numberIn(bytes);
}

/** How many bytes a number has that begins with this one; above 8 when none does. */
function lengthOf(byte: number | undefined): number {
  return byte === undefined ? 9 : Math.clz32(byte) - 23;
}
