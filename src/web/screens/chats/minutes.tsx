/** What is said where the minutes of the month are used up: where they are seen. */
import { DayshiftError } from "../../../client/errors.ts";
import { go } from "../../base/routes.ts";
import { words } from "../../words/index.ts";

export function isOutOfMinutes(error: unknown): boolean {
  return error instanceof DayshiftError && error.status === 402;
}

export function ToMinutes() {
  return (
    <button type="button" className="quiet link" onClick={() => go("/settings#minutes")}>
      {words.chat.minutes}
    </button>
  );
}
