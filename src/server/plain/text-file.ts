/** A new text file that is written piece by piece, however long it becomes. */
import { appendFileSync, writeFileSync } from "node:fs";

export interface TextFile {
  write(text: string): void;
  close(): void;
}

const pieceLength = 65_536;

/** Makes the file, readable by the owner only. Throws when there is one of that name. */
export function createTextFile(path: string): TextFile {
  writeFileSync(path, "", { flag: "wx", mode: 0o600 });
  let waiting = "";
  const flush = (): void => {
    appendFileSync(path, waiting);
    waiting = "";
  };
  return {
    write(text) {
      waiting += text;
      if (waiting.length >= pieceLength) flush();
    },
    close: flush,
  };
}
