/** Boxes of MP4 files. Source: ISO/IEC 14496-12 §4.2. */
import { textAt } from "../../../schema/pcm.ts";
import { BrokenSound } from "../shared/packets.ts";
import type { Window } from "../shared/window.ts";

/** The content of a box, by its place in the bytes or the file. */
export interface Box {
  readonly type: string;
  /** Where its head begins. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** A file has no more boxes that are not within others. */
const maxBoxes = 1_000_000;

/** The boxes between two places of the file. Throws BrokenSound where none begins. */
export async function* boxesOf(window: Window, { start, end }: Pick<Box, "start" | "end">): AsyncGenerator<Box> {
  let at = start;
  for (let count = 0; count < maxBoxes && at + 8 <= end; count += 1) {
    const box = boxAt(await window.bytes(at, 16), 0, end - at);
    if (box === null) throw new BrokenSound();
    yield { type: box.type, at, start: at + box.start, end: at + box.end };
    at += box.end;
  }
  if (at + 8 <= end) throw new BrokenSound();
}

/** The first box of that type between two places of the file; null when there is none. Throws BrokenSound. */
export async function boxOf(window: Window, type: string, within: Pick<Box, "start" | "end">): Promise<Box | null> {
  for await (const box of boxesOf(window, within)) if (box.type === type) return box;
  return null;
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
function boxAt(bytes: Uint8Array, at: number, end: number): Box | null {
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
