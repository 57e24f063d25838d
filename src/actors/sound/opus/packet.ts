/** Opus packets: how long each plays. Source: RFC 6716 §3.1. */

/** Opus always counts time in samples of 48 kHz. */
export const opusRate = 48_000;
/** A packet holds at most 120 ms (RFC 6716 §3.2.5, R5). */
const maxSamples = (opusRate * 120) / 1000;

/** Samples of one frame, by configuration: SILK 10 to 60 ms, hybrid 10 and 20 ms, CELT 2.5 to 20 ms. */
function frameSamples(configuration: number): number {
  if (configuration < 12) return [480, 960, 1920, 2880][configuration % 4] as number;
  if (configuration < 16) return [480, 960][configuration % 2] as number;
  return [120, 240, 480, 960][configuration % 4] as number;
}

/** Samples at 48 kHz that the packet plays; null when it is no Opus packet. */
export function packetSamples(packet: Uint8Array): number | null {
  const [head, count] = packet;
  if (head === undefined) return null;
  const frames = frameCount(head & 3, count);
  const samples = frames * frameSamples(head >> 3);
  return samples > 0 && samples <= maxSamples ? samples : null;
}

/** How many frames are in a packet whose head ends in this code; 0 when the packet is broken. */
function frameCount(code: number, second: number | undefined): number {
  if (code === 0) return 1;
  if (code === 1 || code === 2) return 2;
  return second === undefined ? 0 : second & 0x3f;
}
