/** MP4 and M4A: duration by time scale in `moov/mvhd`. Source: ISO/IEC 14496-12 §8.2.2. */
import type { Window } from "../shared/window.ts";
import { viewOf } from "../../../schema/mp4/boxes.ts";
import { boxOf } from "./boxes.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. Throws BrokenSound. */
export async function mp4Ms(window: Window): Promise<number | null> {
  const moov = await boxOf(window, "moov", { start: 0, end: window.size });
  const head = moov && (await boxOf(window, "mvhd", moov));
  if (!head) return null;
  const view = viewOf(await window.bytes(head.start, Math.min(32, head.end - head.start)));
  const isLong = view.byteLength > 0 && view.getUint8(0) === 1;
  if (view.byteLength < (isLong ? 32 : 20)) return null;
  const [duration, unknown] = isLong ? [view.getBigUint64(24), 2n ** 64n - 1n] : [view.getUint32(16), 2 ** 32 - 1];
  return duration === unknown ? null : (Number(duration) * 1000) / view.getUint32(isLong ? 20 : 12);
}
