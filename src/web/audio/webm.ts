/** As much of WebM as is needed to have a piece of it decoded (RFC 8794, RFC 9559). */

const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
} as const;
/** A cluster whose end is not known, at the time 0. */
const newCluster = [0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xe7, 0x81, 0x00];

/** What a decoder needs before the first block of a piece; null when the bytes do not have all of it. */
export function headOfWebm(first: Uint8Array): Uint8Array<ArrayBuffer> | null {
  for (let at = 0; at < first.length;) {
    const { value: id, next: sizeAt } = numberAt(first, at, true);
    if (id === ids.cluster) return Uint8Array.from([...first.subarray(0, at), ...newCluster]);
    if (at === 0 && id !== ids.header) return null;
    const { value: size, next } = numberAt(first, sizeAt, false);
    // What is in the segment follows one by one.
    at = id === ids.segment ? next : next + size;
  }
  return null;
}

/** A block without lacing, behind which another element of a cluster, or a cluster, begins. */
export function beginsBlock(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== ids.simpleBlock) return false;
  const { value: size, next: track } = numberAt(bytes, at + 1, false);
  const [number = 0, , , flags = 0xff] = bytes.subarray(track, track + 4);
  const behind = bytes[track + size];
  const isFollowed = behind === ids.simpleBlock || behind === ids.blockGroup || behind === ids.cluster >>> 24;
  return number > 0x80 && (flags & 0x7e) === 0 && isFollowed;
}

/** A number as EBML writes it, of up to eight bytes, with or without the bit that says how many; `next`: where it ends. */
function numberAt(bytes: Uint8Array, at: number, withMarker: boolean): { value: number; next: number } {
  const head = bytes[at] ?? 0;
  const length = Math.clz32(head) - 23;
  let value = withMarker ? head : head & (0xff >> length);
  for (let one = at + 1; one < at + length; one += 1) value = value * 256 + (bytes[one] ?? 0);
  return { value, next: at + length };
}
