/** The words of the app in the language that is chosen. */
import { en } from "./en.ts";

export const words = en;

/** The language that days and numbers are written in. */
export function language(): string {
  return "en-GB";
}
