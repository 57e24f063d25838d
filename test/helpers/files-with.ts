/** Looking for words in the bytes of a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of the folder in which the word stands, in upper or lower case; one that goes while it is looked for has no words. */
export function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => textOf(file).toLowerCase().includes(word.toLowerCase()));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
