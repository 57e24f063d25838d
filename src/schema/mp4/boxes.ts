/** Boxes of MP4 files, in bytes. Source: ISO/IEC 14496-12 §4.2. */
import { textAt } from "../pcm.ts";

/** The content of a box, by its place in the bytes or the file. */
export interface Box {
  readonly type: string;
  /** Where its head begins. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The boxes between two places of the bytes, as far as they are well-formed. */
export function* boxesIn(bytes: Uint8Array, { start, end }: Pick<Box, "start" | "end">): Generator<Box> {
  for (let at = start; at + 8 <= end;) {
    const box = boxAt(bytes, at, end);
    if (box === null) return;
    yield box;
    at = box.end;
  }
}

/** The first box of that way from outside in; null when there is none. */
export function boxIn(bytes: Uint8Array, within: Pick<Box, "start" | "end">, ...way: readonly string[]): Box | null {
  const [type, ...rest] = way;
  for (const box of boxesIn(bytes, within)) {
    if (box.type === type) return rest.length === 0 ? box : boxIn(bytes, box, ...rest);
  }
  return null;
}

/** A size of 0 goes to the end, one of 1 stands behind in 64 bits. What is longer than there is room for ends there. */
export function boxAt(bytes: Uint8Array, at: number, end: number): Box | null {
  if (at + 8 > bytes.byteLength) return null;
  const view = viewOf(bytes);
  const short = view.getUint32(at);
  if (short === 1 && at + 16 > bytes.byteLength) return null;
  const [size, head] = short === 1 ? [Number(view.getBigUint64(at + 8)), 16] : [short === 0 ? end - at : short, 8];
  if (size < head) return null;
  const type = textAt(bytes, at + 4);
  return { type, at, start: at + head, end: Math.min(end, at + size) };
}

/** A view of just these bytes, which may be a part of others. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
