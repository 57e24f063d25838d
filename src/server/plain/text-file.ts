/** A new text file that is written piece by piece, however long it becomes. */
import { closeSync, openSync, writeFileSync } from "node:fs";

export interface TextFile {
  write(text: string): void;
  close(): void;
}

const pieceLength = 65_536;

/** Makes the file, readable by the owner only. Throws when there is one of that name. */
export function createTextFile(path: string): TextFile {
  const descriptor = openSync(path, "wx", 0o600);
  let waiting = "";
  const flush = (): void => {
    writeFileSync(descriptor, waiting);
    waiting = "";
  };
  return {
    write(text) {
      waiting += text;
      if (waiting.length >= pieceLength) flush();
    },
    close() {
      try {
        flush();
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
