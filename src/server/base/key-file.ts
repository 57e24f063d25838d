/** Files of the data folder that hold keys: for the owner only, written whole or not at all, and in no backup. */
import { readFileSync } from "node:fs";
import { writeFully, withDescriptor } from "../../actors/files/handles.ts";
import { isMissing, nameFile } from "../../actors/store/files.ts";

/** What is in the file; null when it is not there. */
export function readKeyFile(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A crash leaves the whole key or none: nothing depends on a key that is not on the disk. */
export function writeKeyFile(file: string, text: string): void {
  withDescriptor(`${file}.new`, "w", (descriptor) => writeFully(descriptor, Buffer.from(`${text}\n`), 0));
  nameFile(`${file}.new`, file);
}
