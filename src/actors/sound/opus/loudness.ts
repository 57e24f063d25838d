/** How loud packets of Opus are, without decoding their sound. */
import { celtLevel, noEnergies } from "./celt.ts";
import { framesIn } from "./frames.ts";
import { silkLevel } from "./silk.ts";

/** The loudness of the next packet; what is before it in the stream has been asked for before. */
export type LoudnessMeter = (packet: Uint8Array) => number;

/** The first configuration of hybrid frames, and of CELT; those before are SILK (RFC 6716 §3.1). */
const firstHybrid = 12;
const firstCelt = 16;
/** Of CELT in narrowband, wideband, super-wideband and fullband (§4.3). */
const bandsOf = [13, 17, 19, 21] as const;

/**
 * A meter for one stream. With a variable bitrate an encoder spends few bytes on silence, with a constant one it does not: so
 * the bytes of each frame count by the level that it names.
 */
export function loudnessMeter(): LoudnessMeter {
  const energies = noEnergies();
  return (packet) => {
    const head = packet[0] ?? 0;
    const isStereo = (head & 4) !== 0;
    let loudness = 0;
    for (const frame of framesIn(packet)) {
      // A frame of one byte or none is left out by the encoder.
      if (frame.byteLength > 1) loudness += frame.byteLength * levelOf(head >> 3, isStereo, frame);
    }
    return loudness;
  };

  function levelOf(configuration: number, isStereo: boolean, frame: Uint8Array): number {
    const length = configuration % 4;
    if (configuration < firstHybrid) return silkLevel(frame, Math.max(1, length), isStereo);
    if (configuration < firstCelt) return silkLevel(frame, 1, isStereo);
    const bands = bandsOf[(configuration - firstCelt) >> 2] as number;
    return celtLevel(frame, { length, bands, channels: isStereo ? 2 : 1 }, energies);
  }
}
