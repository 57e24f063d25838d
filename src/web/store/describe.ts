/** A failure in words for people: the service's own, or those of their language, with its request id. */
import { DayshiftError } from "../../client/errors.ts";
import { words } from "../words/index.ts";
import { Gone, MovedElsewhere, TextChanged } from "./crossed.ts";

const opensNothing = "invalid_session_token";

export function describe(error: unknown): string {
  if (error instanceof MovedElsewhere) return words.todo.movedElsewhere;
  if (error instanceof Gone) return words.captures.gone;
  if (error instanceof TextChanged) return words.todo.crossedField;
  if (!(error instanceof DayshiftError)) return words.offline.noAnswer;
  if (error.code === `http_${error.status}`) return words.offline.notItsOwn(error.status);
  if (error.code === "rate_limit_exceeded" && error.retryAfter !== null) return words.offline.tooMany(error.retryAfter);
  // What the service says of it is for programs.
  if (error.code === "missing_credentials" || error.code === opensNothing) return `${words.signIn.again}.`;
  const text = words.offline.refusal(error.code, error.message);
  return error.requestId === "" ? text : `${text} (${error.requestId})`;
}

/** The same where nobody is signed in yet: no session has ended there, and what was given is wrong, in the field of that name if there is one. */
export function describeSignIn(error: unknown, wrong: (param: string | null) => string): string {
  return error instanceof DayshiftError && error.code === opensNothing ? wrong(error.param) : describe(error);
}
