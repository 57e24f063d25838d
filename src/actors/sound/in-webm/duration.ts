/** WebM: Duration by TimestampScale in Segment/Info. Source: RFC 9559 §5.1.2. */
import type { Window } from "../shared/window.ts";
import { type Element, elementOf, ids, numberIn, usualScale } from "../webm/elements.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function webmMs(window: Window): Promise<number | null> {
  const segment = await elementOf(window, ids.segment, { start: 0, end: window.size });
  const info = segment && (await elementOf(window, ids.info, segment));
  const duration = info && (await elementOf(window, ids.duration, info));
  if (!info || !duration) return null;
  const scale = await elementOf(window, ids.scale, info);
  const nanoseconds = scale === null ? usualScale : numberIn(await contentOf(window, scale));
  return (floatIn(await contentOf(window, duration)) * nanoseconds) / 1_000_000;
}

/** The bytes of an element that holds a number. */
function contentOf(window: Window, { start, end }: Element): Promise<Uint8Array> {
  return window.bytes(start, Math.min(8, end - start));
}

/** A number of four or eight bytes; none otherwise. */
function floatIn(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength === 4) return view.getFloat32(0);
  return bytes.byteLength === 8 ? view.getFloat64(0) : Number.NaN;
}
