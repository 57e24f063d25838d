/** What the doctor says of one thing it looked at. */

export type Check =
  | "configuration"
  | "data folder"
  | "permissions"
  | "disk space"
  | "descriptors"
  | "clock"
  | "erasures"
  | "model"
  | "transcription"
  | "public URL"
  | "store"
  | "shards"
  | "schedules"
  | "bucket"
  | "backups"
  | "service"
  | "files";

export interface Finding {
  readonly check: Check;
  /** A note is worth knowing; what is wrong makes the exit status 1. */
  readonly level: "fine" | "note" | "wrong";
  readonly message: string;
  /** What to do; null when there is nothing to do. */
  readonly advice: string | null;
}

/** Nothing to do. */
export function fine(check: Check, message: string): Finding {
  return { check, level: "fine", message, advice: null };
}

/** Worth knowing, not wrong. */
export function note(check: Check, message: string, advice: string): Finding {
  return { check, level: "note", message, advice };
}

/** To be mended. */
export function wrong(check: Check, message: string, advice: string): Finding {
  return { check, level: "wrong", message, advice };
}

/** The message of what was thrown, with the causes behind it: `fetch failed` alone says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  // A connection that was tried at several addresses carries its reasons inside, and no message.
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return `${error.message}: ${reasonOf(inner)}`;
}
