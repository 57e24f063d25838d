/** What recording touches of this machine, as arguments: programs, sound, files, connections. Tests hold them. */

export interface Machine {
  /** As Node calls it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** Whether there is a program of that name. */
  has(program: string): boolean;
  /** Starts a program; no shell reads its arguments. */
  start(program: string, args: readonly string[]): Running;
  /** What comes in on stdin. */
  input(): Incoming;
  /** A file to read. Throws when there is none, or it is a folder. */
  open(path: string): SourceFile;
  /** Writes a file that is not there yet; answers its path. */
  save(name: string, parts: readonly Uint8Array[]): string;
  /** A WebSocket with that bearer token. */
  connect(url: string, token: string, heard: Heard): Socket;
  /** Calls the action when the person or the system asks the process to end, which it does not do then; answers what takes that back. */
  onInterrupt(action: () => void): () => void;
}

/** Bytes from outside. While more may come, the process does not end by itself. */
export interface Incoming {
  readonly output: AsyncIterable<Uint8Array>;
  /** Asks for their end. */
  stop(): void;
}

/** A program; what comes is its stdout. */
export interface Running extends Incoming {
  /** Resolves, when it has ended, with the last it said on stderr. */
  readonly ended: Promise<string>;
}

export interface SourceFile {
  /** Bytes. */
  readonly size: number;
  /** Returns that many bytes from there on; fewer at the end. */
  read(from: number, count: number): Uint8Array<ArrayBuffer>;
  close(): void;
}

export interface Socket {
  send(frame: string | Uint8Array): void;
  /** Breaks the connection. */
  cut(): void;
}

/** What is heard of a connection; nothing after `closed`. */
export interface Heard {
  opened(): void;
  text(text: string): void;
  /** Also when it was never open: `refusal` is the answer in place of a connection. */
  closed(refusal: Refusal | null): void;
}

export interface Refusal {
  readonly status: number;
  readonly body: string;
}
