/** What a person should know of a command that succeeded. */
import type { Io } from "../ports/io.ts";
import { plain, wrap } from "./text.ts";

/** Writes each to stderr, in lines that fit. */
export function sayNotes({ stderr }: Pick<Io, "stderr">, notes: readonly string[]): void {
  const lines = notes.flatMap((note) => wrap(plain(note), stderr.columns ?? Infinity));
  stderr.write(lines.map((line) => `${line}\n`).join(""));
}
