/** Changes of captures as sentences, which do not name them: a sentence outlives what is erased. */
import type { InputOf } from "../../schema/operations/index.ts";
import { type Names, changesOf, fieldsOf, inBrackets } from "./words.ts";

/** `Write a note (content "…")`, `Open a recording (title "…")`. */
export function createCapture(_names: Names, { body: { type, ...rest } }: InputOf<"createCapture">): string {
  return `${type === "note" ? "Write a note" : "Open a recording"}${inBrackets(fieldsOf(rest))}`;
}

/** `Change the note or recording …: …`. */
export function updateCapture(names: Names, { path, body }: InputOf<"updateCapture">): string {
  const thing = names.capture(path.captureId);
  return changesOf(
    thing,
    fieldsOf(body).map((part) => ({ all: `change ${thing}: ${part}`, part })),
  );
}

/** `Archive the note or recording …`, or `Erase … for ever, with what was made of it`. */
export function deleteCapture(names: Names, { path, query }: InputOf<"deleteCapture">): string {
  const thing = names.capture(path.captureId);
  return query.permanent === true ? `Erase ${thing} for ever, with what was made of it` : `Archive ${thing}`;
}

/** `Restore the note or recording …`. */
export function restoreCapture(names: Names, { path }: InputOf<"restoreCapture">): string {
  return `Restore ${names.capture(path.captureId)}`;
}

/** `Stop the note or recording …`. */
export function stopCapture(names: Names, { path }: InputOf<"stopCapture">): string {
  return `Stop ${names.capture(path.captureId)}`;
}
