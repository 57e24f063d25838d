/** Zip files for tests, from texts: well-formed ones, and such as lie about themselves. Source: APPNOTE.TXT of PKWARE. */
import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** What it says of its unpacked size, when that is not true. */
  readonly saysSize?: number;
  readonly isEncrypted?: boolean;
}

/** A zip file of these entries. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const common = headerOf(entry, content, packed.length, name.length);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), common, Buffer.alloc(2), name, packed]);
    const rest = Buffer.alloc(16);
    rest.writeUInt32LE(offset, 12);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), common, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, index, end]);
}

/** The fields that both headers share, from the version needed to the length of the name. */
function headerOf({ saysSize, isEncrypted }: ZipEntry, content: Buffer, packed: number, nameLength: number): Buffer {
  const header = Buffer.alloc(24);
  header.writeUInt16LE(20, 0);
  header.writeUInt16LE(0x800 + (isEncrypted === true ? 1 : 0), 2);
  header.writeUInt16LE(8, 4);
  header.writeUInt32LE(crc32(content), 10);
  header.writeUInt32LE(packed, 14);
  header.writeUInt32LE(saysSize ?? content.length, 18);
  header.writeUInt16LE(nameLength, 22);
  return header;
}
