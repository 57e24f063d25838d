/** The checksums of FLAC, each begun with 0 and with nothing reflected. Source: RFC 9639 §9.1.8, §9.3. */

const eight = table(8, 0x07);
const sixteen = table(16, 0x8005);

/** Of the head of a frame. */
export function crc8(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = eight[rest ^ byte] as number;
  return rest;
}

/** Of a frame. */
export function crc16(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = ((rest << 8) & 0xffff) ^ (sixteen[(rest >> 8) ^ byte] as number);
  return rest;
}

function table(width: 8 | 16, polynomial: number): Uint16Array {
  const top = 1 << (width - 1);
  return Uint16Array.from({ length: 256 }, (_, index) => {
    let rest = index << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & top) === 0 ? rest << 1 : (rest << 1) ^ polynomial;
    return rest & (2 ** width - 1);
  });
}
