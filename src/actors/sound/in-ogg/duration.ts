/** Ogg with Opus or Vorbis: the position of the last page by the sample rate of the first packet. */
import { isOpusHead, preSkipOf } from "../opus/head.ts";
import { opusRate } from "../opus/packet.ts";
import { isVorbisHead, vorbisRate } from "../vorbis/setup.ts";
import type { Window } from "../shared/window.ts";
import { lastPage, maxPageSize, packetsOn, pageAt } from "../ogg/page.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function oggMs(window: Window): Promise<number | null> {
  const last = await lastPage(window.size, (start, end) => window.bytes(start, end - start));
  const head = await firstPacket(window);
  if (last === null || head === null) return null;
  const { granule } = last.page;
  if (isOpusHead(head)) return ((granule - preSkipOf(head)) * 1000) / opusRate;
  return isVorbisHead(head) ? (granule * 1000) / vorbisRate(head) : null;
}

/** The packet that says how the sound is coded; null when the file does not begin with one. */
async function firstPacket(window: Window): Promise<Uint8Array | null> {
  const bytes = await window.bytes(0, maxPageSize);
  const page = pageAt(bytes, 0);
  return page === null ? null : (packetsOn(bytes.subarray(0, page.size), [])[0] ?? null);
}
