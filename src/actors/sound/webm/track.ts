/** The track with sound of a WebM file. Source: RFC 9559 §5.1.4. */
import { elementsIn, numberIn } from "./elements.ts";

export interface Track {
  readonly number: number;
  readonly codec: string;
  /** What a decoder is given before the first packet. */
  readonly setup: Uint8Array;
}

const ids = { entry: 0xae, number: 0xd7, type: 0x83, codec: 0x86, setup: 0x63a2, encodings: 0x6d80 } as const;
const sound = 2;

/** The first track with sound in the content of `Tracks`; null when there is none, or its packets are packed once more. */
export function trackIn(tracks: Uint8Array): Track | null {
  for (const entry of elementsIn(tracks)) {
    if (entry.id !== ids.entry) continue;
    const fields = new Map<number, Uint8Array>();
    const content = tracks.subarray(entry.start, entry.end);
    for (const { id, start, end } of elementsIn(content)) fields.set(id, content.subarray(start, end));
    const [number, type] = [fields.get(ids.number), fields.get(ids.type)];
    if (number === undefined || type === undefined || numberIn(type) !== sound) continue;
    if (fields.has(ids.encodings)) return null;
    const codec = String.fromCharCode(...(fields.get(ids.codec) ?? []).slice(0, 32)).replace(/\0+$/, "");
    return { number: numberIn(number), codec, setup: fields.get(ids.setup) ?? new Uint8Array(0) };
  }
  return null;
}
