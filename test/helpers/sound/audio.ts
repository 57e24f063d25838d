/** Sound made by rule, and the containers around it, for tests that need no recorder. */

/** Samples of 16 bits, little-endian: each one is its own place in the recording, so that a gap or a repetition shows. */
export function pcm(milliseconds: number, { sampleRate = 16_000, channels = 1, fromMs = 0 } = {}): Uint8Array {
  const count = Math.floor((milliseconds * sampleRate) / 1000) * channels;
  const first = Math.floor((fromMs * sampleRate) / 1000) * channels;
  const bytes = new Uint8Array(count * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < count; index++) view.setUint16(index * 2, (first + index) % 65_536, true);
  return bytes;
}

/** A packet of 20 ms of Opus (CELT, one frame, RFC 6716 §3.1) that names its place; what it sounds like does not matter. */
export function opusPacket(place: number, length = 40): Uint8Array {
  const bytes = new Uint8Array(length).fill(place % 251);
  bytes[0] = 31 << 3;
  return bytes;
}
