/** What an executable for Windows says of itself. Source: Microsoft, "PE Format". */

export interface Pe {
  readonly machine: number;
  /** Where the entry for the signature stands in the table of directories. */
  readonly signatureEntry: number;
  /** The signature of its publisher: a piece of the file; null without one. */
  readonly signature: { readonly offset: number; readonly size: number } | null;
  /** Where the sum over the file stands, which only drivers need. */
  readonly checksumAt: number;
  readonly sections: readonly { readonly name: string; readonly offset: number; readonly size: number }[];
}

const pe32Plus = 0x20b;

/** What the head of a 64-bit PE file says. Throws when it is none. */
export function readPe(file: Buffer): Pe {
  const head = file.length < 0x40 || file.toString("latin1", 0, 2) !== "MZ" ? -1 : file.readUInt32LE(0x3c);
  if (head < 0 || file.toString("latin1", head, head + 4) !== "PE\0\0") throw new Error("This is no PE file.");
  const optional = head + 24;
  if (file.readUInt16LE(optional) !== pe32Plus) throw new Error("This is no 64-bit PE file.");
  const signatureEntry = optional + 112 + 4 * 8;
  const [offset, size] = [file.readUInt32LE(signatureEntry), file.readUInt32LE(signatureEntry + 4)];
  const firstSection = optional + file.readUInt16LE(head + 20);
  const sections = Array.from({ length: file.readUInt16LE(head + 6) }, (_, index) => {
    const at = firstSection + 40 * index;
    const name = file.toString("latin1", at, at + 8).replace(/\0+$/, "");
    return { name, offset: file.readUInt32LE(at + 20), size: file.readUInt32LE(at + 16) };
  });
  return {
    machine: file.readUInt16LE(head + 4),
    signatureEntry,
    signature: size === 0 ? null : { offset, size },
    checksumAt: optional + 64,
    sections,
  };
}

/** The executable without the signature of its publisher, which holds for nothing that is changed; throws when that does not stand at its end. */
export function unsigned(executable: Buffer): Buffer {
  const { signature, signatureEntry, checksumAt } = readPe(executable);
  if (signature === null) return executable;
  if (signature.offset + signature.size !== executable.length)
    throw new Error("Its signature does not stand at its end.");
  const rest = Buffer.from(executable.subarray(0, signature.offset));
  rest.writeBigUInt64LE(0n, signatureEntry);
  rest.writeUInt32LE(0, checksumAt);
  return rest;
}
