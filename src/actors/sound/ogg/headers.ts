/** The packets before the sound of an Ogg file. */
import { textAt } from "../../../schema/pcm.ts";
import { beginsStream, packetsOn } from "./page.ts";
import type { AudioFile } from "../shared/file.ts";
import { rawPages } from "./pages.ts";

export interface OggHeaders {
  readonly serial: number;
  readonly packets: readonly Uint8Array[];
  /** Where the pages with sound begin in the file. */
  readonly start: number;
}

/** Tags may have pictures: more than this is no header. */
const maxHeaders = 1 << 24;

/**
 * The first packets, of which the first one has a page of its own and says how many there are; null when it says that it is of
 * another coding, or they are not well-formed.
 */
export async function readHeaders(
  file: AudioFile,
  countOf: (first: Uint8Array) => number | null,
): Promise<OggHeaders | null> {
  const packets: Uint8Array[] = [];
  const open: Uint8Array[] = [];
  let [serial, next, count] = [0, 0, 0];
  for await (const page of rawPages(file, 0)) {
    if (page.sequence !== next || (next > 0 && page.serial !== serial) || page.at > maxHeaders) return null;
    const read = packetsOn(page.bytes, open);
    if (next === 0) {
      const [first] = read;
      const isBeginning = (page.flags & beginsStream) !== 0 && read.length === 1 && open.length === 0;
      const said = isBeginning && first !== undefined ? countOf(first) : null;
      if (said === null) return null;
      [serial, count] = [page.serial, said];
    }
    packets.push(...read);
    if (packets.length >= count) {
      return packets.length === count && open.length === 0 ? { serial, packets, start: page.at + page.size } : null;
    }
    next += 1;
  }
  return null;
}

/** Whether the packet has the text there. */
export function says(packet: Uint8Array | undefined, text: string, at = 0): boolean {
  return packet !== undefined && textAt(packet, at, text.length) === text;
}
