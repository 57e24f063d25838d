/** Boxes of an MP4 file that is read as it goes. Source: ISO/IEC 14496-12 §4.2. */
import { type Box, boxAt } from "../../../schema/mp4/boxes.ts";
import { BrokenSound } from "../shared/packets.ts";
import type { Window } from "../shared/window.ts";

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
