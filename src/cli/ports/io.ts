/** What the command line touches outside itself, as arguments: tests hold the terminal, the time and the files. */
import type { Machine } from "./machine.ts";

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Output;
  /** For everything that is not data: questions, progress, hints, errors. */
  readonly stderr: Output;
  readonly stdin: Input;
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal is aborted before. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  readonly timezone: string;
  /** Private files of the person: 0600 in a folder of 0700. */
  readonly files: Files;
  /** Programs, sound and files beyond those. */
  readonly machine: Machine;
  /** Shows a page to the person; false when there is no way to. */
  openBrowser(url: string): boolean;
  /** Answers browsers on a free port of this machine, until it is closed. Rejects when no port is free. */
  listen(answer: (address: URL) => Shown): Promise<Listening>;
  /** What this machine calls itself. */
  readonly hostName: string;
}

export interface Listening {
  /** Such as `http://127.0.0.1:41234`. */
  readonly origin: string;
  close(): void;
}

/** A page. */
export interface Shown {
  readonly status: number;
  readonly html: string;
}

export interface Output {
  write(text: string): void;
  readonly isTerminal: boolean;
  /** Width of the terminal in characters; null when it is none. */
  readonly columns: number | null;
}

export interface Input {
  readonly isTerminal: boolean;
  /** A line, asked for with that prompt on stderr; null at the end of the input. `hidden`: what is typed is not shown. */
  line(prompt: string, options?: { readonly hidden?: boolean }): Promise<string | null>;
  /** Everything up to the end of the input. */
  text(): Promise<string>;
  /** Lets go of the input, so that the process can end. */
  close(): void;
}

export interface Files {
  /** The text of a file of the configuration folder; null when there is none. */
  read(name: string): string | null;
  write(name: string, text: string): void;
  /** Takes a lock of that name for this process, and answers what releases it; null while another process has it. */
  lock(name: string): (() => void) | null;
  /** The text of any file that the person names. Throws when it cannot be read. */
  load(path: string): string;
  /** The first bytes of any file that the person names, at most so many. Throws when it cannot be read. */
  bytes(path: string, most: number): Uint8Array;
}
