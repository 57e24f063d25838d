/** The words of the app in the language that is chosen. */
import { en, type Words } from "./en.ts";

export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** What the languages call themselves, and what days and numbers are written by. */
const known = {
  en: { name: "English", locale: "en-GB" },
  de: { name: "Deutsch", locale: "de-DE" },
} as const;

export let words: Words = en;
let chosen: Language = "en";

/** The language that days and numbers are written in. */
export function language(): string {
  return known[chosen].locale;
}

/** What the language calls itself. */
export function nameOf(one: Language): string {
  return known[one].name;
}

/** Loads the words of the language. Those of another one stay where they do not come. */
export async function speak(wanted: Language): Promise<void> {
  words = wanted === "de" ? (await import("./de.ts")).de : en;
  chosen = wanted;
  document.documentElement.lang = wanted;
}
