/** Looking for words in the bytes of a folder. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The files of the folder in which the word stands, in upper or lower case. */
export function filesWith(folder: string, word: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, "latin1").toLowerCase().includes(word.toLowerCase()));
}
