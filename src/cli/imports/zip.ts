/** Texts out of a zip file. Nothing is written to disk, and no more is unpacked than is asked for. */
import { type Entry, openPromise } from "yauzl";
import { CliFailure, usage } from "../ports/failure.ts";
import type { TextFile } from "./formats/draft.ts";
import { decode } from "./formats/text.ts";

const mostEntries = 100_000;

export interface Unpacked {
  readonly files: readonly TextFile[];
  /** Names of the entries that were not wanted. */
  readonly others: readonly string[];
}

/** The entries whose names are wanted, as texts of at most `limit` bytes together. Throws for a file that is damaged or larger. */
export async function readZip(path: string, isWanted: (name: string) => boolean, limit: number): Promise<Unpacked> {
  try {
    return await unpack(path, isWanted, limit);
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    throw refused(path, error instanceof Error ? error.message : String(error));
  }
}

async function unpack(path: string, isWanted: (name: string) => boolean, limit: number): Promise<Unpacked> {
  // Its checks are on by default: names that lead elsewhere, and entries that are larger than they say, are errors.
  const zip = await openPromise(path);
  const files: TextFile[] = [];
  const others: string[] = [];
  let left = limit;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    count += 1;
    if (count > mostEntries) throw refused(path, `it has more than ${mostEntries} entries`);
    const { fileName } = entry;
    if (fileName.endsWith("/")) continue;
    if (!isWanted(fileName)) {
      others.push(fileName);
      continue;
    }
    if (entry.isEncrypted()) throw refused(path, `${fileName} is encrypted`);
    left -= entry.uncompressedSize;
    if (left < 0) throw refused(path, `${fileName} is too large: more than ${limit / 1_000_000} MB to read`);
    files.push({ name: fileName, text: decode(await bytesOf(zip, entry), fileName) });
  }
  return { files, others };
}

async function bytesOf(zip: Awaited<ReturnType<typeof openPromise>>, entry: Entry): Promise<Uint8Array> {
  const bytes = new Uint8Array(entry.uncompressedSize);
  let at = 0;
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Uint8Array>) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function refused(path: string, why: string): CliFailure {
  return usage(`${path} cannot be read as a zip file: ${why.replace(/\.$/, "")}.`);
}
