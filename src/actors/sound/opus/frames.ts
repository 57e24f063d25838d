/** The frames in an Opus packet, without padding. Source: RFC 6716 §3.2. */

/** What a broken packet lacks, its frames lack. */
export function framesIn(packet: Uint8Array): Uint8Array[] {
  const code = (packet[0] ?? 0) & 3;
  if (code === 0) return [packet.subarray(1)];
  if (code === 1) return equalFrames(packet.subarray(1), 2);
  return code === 2 ? sizedFrames(packet.subarray(1), 2) : manyFrames(packet);
}

function manyFrames(packet: Uint8Array): Uint8Array[] {
  const head = packet[1] ?? 0;
  let [at, end] = [2, packet.byteLength];
  if ((head & 64) !== 0) {
    for (let padding = 255; padding === 255; at += 1) {
      padding = packet[at] ?? 0;
      end -= padding === 255 ? 254 : padding;
    }
  }
  const content = packet.subarray(at, Math.max(at, end));
  return (head & 128) === 0 ? equalFrames(content, head & 63) : sizedFrames(content, head & 63);
}

function equalFrames(bytes: Uint8Array, count: number): Uint8Array[] {
  const size = Math.floor(bytes.byteLength / count);
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

/** Before the first one stands how long each is, but for the last. */
function sizedFrames(bytes: Uint8Array, count: number): Uint8Array[] {
  const sizes: number[] = [];
  let at = 0;
  while (sizes.length < count - 1) {
    const first = bytes[at] ?? 0;
    const isLong = first >= 252;
    sizes.push(isLong ? first + 4 * (bytes[at + 1] ?? 0) : first);
    at += isLong ? 2 : 1;
  }
  const frames = sizes.map((size) => {
    at += size;
    return bytes.subarray(at - size, at);
  });
  return [...frames, bytes.subarray(at)];
}
