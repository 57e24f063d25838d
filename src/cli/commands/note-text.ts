/** The text of a note as a person gives it: in words, from a file, or from standard input. */
import type { Flat } from "../../client/request.ts";
import { usage } from "../ports/failure.ts";
import type { Io } from "../ports/io.ts";

/** `-` is standard input, `@minutes.md` the text of that file; else the words. Throws for the bare name of a file, which nobody means as a note. */
export async function readNote(io: Io, words: string): Promise<Flat> {
  if (words === "-") return { content: await io.stdin.text() };
  if (words.startsWith("@") && (isFile(io, words.slice(1)) || !/\s/.test(words)))
    return { content: io.files.load(words.slice(1)) };
  if (/\.\w{1,5}$/.test(words) && isFile(io, words)) {
    throw usage(
      `${words} is a file.`,
      `Its text as a note: dayshift captures create @${words}. Its sound: dayshift captures record ${words}`,
    );
  }
  return { content: words };
}

/** Throws for text in a recording: it is sent by another command. */
export function refuseContent({ type, content }: Flat): void {
  if (type !== "recording" || content === undefined) return;
  throw usage("A recording has no text.", "To send an audio file: dayshift captures record <file>");
}

function isFile({ files }: Io, path: string): boolean {
  try {
    files.bytes(path, 1);
    return true;
  } catch {
    return false;
  }
}
