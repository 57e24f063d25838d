/** Elements of WebM and Matroska files. Source: RFC 8794 §4 to §6. */
import type { Window } from "../shared/window.ts";

export interface Element {
  readonly id: number;
  /** Where its head begins. */
  readonly at: number;
  /** Its content; one of unknown length goes to the end of what it is in. */
  readonly start: number;
  readonly end: number;
  /** False when it continues past the end of what it is in, or does not say where it ends. */
  readonly isWhole: boolean;
}

/** What stands before the sound, and what it stands in (RFC 9559 §5.1). */
export const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
} as const;
/** Nanoseconds of one unit of time where a file does not say. */
export const usualScale = 1_000_000;
/** Bytes of an id and a size. */
export const maxHead = 12;
/** Elements that are searched for one of an id. */
const maxSearched = 1000;

/** The element there, in something that ends at `limit`; null when none begins. */
export async function elementAt(window: Window, at: number, limit: number): Promise<Element | null> {
  return at < limit ? readElement(await window.bytes(at, maxHead), 0, at, limit) : null;
}

/** The first element of that id between two places; null when there is none. */
export async function elementOf(
  window: Window,
  id: number,
  { start, end }: Pick<Element, "start" | "end">,
): Promise<Element | null> {
  let at = start;
  for (let count = 0; count < maxSearched; count += 1) {
    const element = await elementAt(window, at, end);
    if (element === null || element.id === id) return element;
    at = element.end;
  }
  return null;
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
  const size = sizeIn(bytes.subarray(sizeAt, sizeAt + sizeLength));
  const start = at + idLength + sizeLength;
  const isWhole = start + size <= limit;
  const end = isWhole ? start + size : limit;
  return { id: numberIn(bytes.subarray(offset, sizeAt)), at, start, end, isWhole };
}

/** A size without the bit that says how long it is, which would leave too few for the others of eight bytes; all ones are no size. */
function sizeIn([first = 0, ...rest]: Uint8Array): number {
  const allOnes = 255 >> (rest.length + 1);
  const isUnknown = (first & allOnes) === allOnes && rest.every((byte) => byte === 255);
  return isUnknown ? Number.POSITIVE_INFINITY : rest.reduce((value, byte) => value * 256 + byte, first & allOnes);
}

/** How many bytes a number has that begins with this one; above 8 when none does. */
function lengthOf(byte: number | undefined): number {
  return byte === undefined ? 9 : Math.clz32(byte) - 23;
}
