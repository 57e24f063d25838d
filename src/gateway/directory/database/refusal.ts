/** Why the service does not start on its remote directory, for the operator, who has to change the configuration. */
import { ApiError } from "../../../schema/errors.ts";

/** An ApiError that names the setting to look at; one that says so itself stays as it is. Never shows the token. */
export function startRefusal(url: string, error: unknown): ApiError {
  if (error instanceof ApiError && error.cause === undefined) return error;
  const causes = causesOf(error);
  return new ApiError("internal_error", message(addressOf(url), causes), { cause: error });
}

function message(address: string, causes: readonly object[]): string {
  const reason = reasonOf(causes);
  return causes.some(isRefusedToken)
    ? `${address} refuses the token (${reason}). Set DAYSHIFT_DIRECTORY_TOKEN to one that may read and write there.`
    : `${address} cannot be used (${reason}). Check DAYSHIFT_DIRECTORY_URL and DAYSHIFT_DIRECTORY_TOKEN, and that a libSQL server runs there.`;
}

/** Scheme and host only: an address may carry a token. */
function addressOf(url: string): string {
  if (!URL.canParse(url)) return "The remote directory";
  const { protocol, host } = new URL(url);
  return `The remote directory at ${protocol}//${host}`;
}

/** The error and what caused it, the first cause last. */
function causesOf(error: unknown): object[] {
  const causes: object[] = [];
  for (let cause = error; typeof cause === "object" && cause !== null;) {
    causes.push(cause);
    cause = "cause" in cause ? cause.cause : undefined;
  }
  return causes;
}

function reasonOf(causes: readonly object[]): string {
  const first = causes.at(-1) ?? {};
  if ("message" in first && typeof first.message === "string" && first.message.trim() !== "")
    return first.message.trim();
  return "code" in first ? String(first.code) : "no reason given";
}

function isRefusedToken(cause: object): boolean {
  if ("status" in cause && (cause.status === 401 || cause.status === 403) && !(cause instanceof ApiError)) return true;
  return "code" in cause && typeof cause.code === "string" && cause.code.startsWith("AUTH_");
}
