/** Why a command ends without success, and the exit status that says so. */
import type { DayshiftError } from "../../client/errors.ts";
import type { ErrorType } from "../../schema/errors.ts";

/** Programs branch on these; they never change. */
export const exitCodes = {
  ok: 0,
  /** What is none of the others, such as a file that cannot be opened. */
  error: 1,
  /** The command, or what it was given to send. */
  usage: 2,
  notFound: 3,
  credential: 4,
  conflict: 5,
  rateLimit: 6,
  minutes: 7,
} as const;

export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: number;
  /** What to do about it; null when the message says all. */
  readonly hint: string | null;

  constructor(message: string, exitCode: number, hint: string | null = null) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

/** The command was written wrongly, or names a file with the wrong things in it. */
export function usage(message: string, hint: string | null = null): CliFailure {
  return new CliFailure(message, exitCodes.usage, hint);
}

/** A request found nobody; any other error comes back as it is. */
export function noAnswer(url: string, error: unknown): Error {
  const isNetwork = error instanceof TypeError || (error instanceof DOMException && error.name === "TimeoutError");
  if (!isNetwork) return error instanceof Error ? error : new Error(String(error));
  return new CliFailure(
    `No answer from ${url}: ${whyOf(error)}`,
    exitCodes.error,
    "Is the service running there? Start one with `dayshift serve`, or name another with --url.",
  );
}

/** Of several addresses that were tried, the first one says why. */
function whyOf({ cause, message }: Error): string {
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  return first instanceof Error ? first.message : message;
}

const ofFiles: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no ${path}.`,
  EACCES: (path) => `${path} may not be opened by this user.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EROFS: (path) => `${path} cannot be written: its disk is mounted for reading alone.`,
};

/** What a person can read of an error of the file system; any other error comes back as it is. */
export function readable(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || !("path" in error)) return error;
  const words = ofFiles[String(error.code)];
  return words === undefined ? error : new CliFailure(words(String(error.path)), exitCodes.error);
}

/** Where a key was given that is used in place of who is signed in. */
export type KeySource = "--key" | "DAYSHIFT_KEY";

/** Which credential was refused. */
export interface Used {
  /** It was allowed in the browser. */
  readonly isApp: boolean;
  readonly keyFrom: KeySource | null;
}

/** Who is signed in, with a password or by nothing yet. */
export const signedIn: Used = { isApp: false, keyFrom: null };

/** The service refused. */
export class Refused extends CliFailure {
  readonly error: DayshiftError;

  constructor(error: DayshiftError, used: Used = signedIn, hint = hintOf(error, used), message = error.message) {
    super(message, exitCodeOf(error), hint);
    this.error = error;
  }

  /** The same refusal in other words, and with what to do. */
  inWords(message: string, hint: string | null): Refused {
    return new Refused(this.error, signedIn, hint, message);
  }
}

/** Of a service that failed it is not known what it has done: how to ask again without doing it twice. Any other error as it is. */
export function withKey(error: unknown, idempotencyKey: string): unknown {
  if (!(error instanceof Refused) || error.error.type !== "api_error") return error;
  return new Refused(
    error.error,
    signedIn,
    `To ask again, repeat the command with --idempotency-key ${idempotencyKey}`,
  );
}

const without: Readonly<Record<KeySource, string>> = {
  "--key": "A key is used in place of your sign-in: leave --key out",
  DAYSHIFT_KEY: "A key is used in place of your sign-in: unset DAYSHIFT_KEY",
};

/** What to do where a person is needed: a key that is given would be used after signing in, too. */
export function inPerson(keyFrom: KeySource | null): string {
  if (keyFrom === null) return "Sign in as yourself: dayshift login --password";
  return `${without[keyFrom]}. If you are not signed in as yourself yet: dayshift login --password`;
}

function signInAgain(keyFrom: KeySource | null): string {
  return keyFrom === null
    ? "Sign in again: dayshift login"
    : `${without[keyFrom]}, or give another one. If you are not signed in: dayshift login`;
}

/** The exit status that a type of error ends with. */
export const codeOfType: Readonly<Record<ErrorType, number>> = {
  invalid_request_error: exitCodes.usage,
  authentication_error: exitCodes.credential,
  permission_error: exitCodes.credential,
  not_found_error: exitCodes.notFound,
  conflict_error: exitCodes.conflict,
  rate_limit_error: exitCodes.rateLimit,
  api_error: exitCodes.error,
};

function exitCodeOf({ type, code }: DayshiftError): number {
  if (code === "insufficient_minutes") return exitCodes.minutes;
  // What is no refusal of Dayshift says nothing of how the command was written.
  return type === "invalid_request_error" && code.startsWith("http_") ? exitCodes.error : codeOfType[type];
}

function hintOf({ type, code }: DayshiftError, { isApp, keyFrom }: Used): string | null {
  if (code === "missing_scope") {
    return isApp
      ? "Allow it in the browser: dayshift login"
      : "Make a key that has the scope: dayshift api-keys create";
  }
  if (code === "api_key_auth_required") return inPerson(keyFrom);
  return type === "authentication_error" ? signInAgain(keyFrom) : null;
}
