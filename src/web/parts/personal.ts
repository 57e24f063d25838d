/** What the person set for every browser of theirs, as this page applies it. This browser remembers it, so that its next start looks the same at once. */
import type { PersonalSettings } from "../../schema/personal-settings.ts";
import { setSingleKeys } from "../base/keys.ts";
import { State } from "../base/signal.ts";
import { setZone } from "../base/zone.ts";
import { type Language, language, languages, speak } from "../words/index.ts";

const usual: PersonalSettings = { locale: null, timezone: null, theme: null, singleKeys: null };

/** The look of the page is also read by `first-paint.js`. */
const name = "dayshift.person";

export const personal = new State<PersonalSettings>(remembered());

/** The language that the page is drawn in. */
export const spoken = new State(language());

/** The language that was chosen, else the first of the browser's that there is, else English. */
function chosenLanguage(): Language {
  const { locale } = personal.value;
  const wanted = locale === null ? navigator.languages.map((one) => one.split("-", 1)[0]) : [locale];
  return wanted.map((one) => languages.find((known) => known === one)).find((one) => one !== undefined) ?? "en";
}

/** Applies what this browser remembers; resolves once the words are there. */
export async function applyPersonal(): Promise<void> {
  const { theme, singleKeys, timezone } = personal.value;
  if (theme === null) delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  setSingleKeys(singleKeys ?? true);
  setZone(timezone);
  const wanted = chosenLanguage();
  await speak(wanted).catch(() => undefined); // words that do not come leave those that are there
  if (wanted !== chosenLanguage()) return applyPersonal();
  spoken.set(language());
}

/** Takes what the service has of the person, which wins over what was remembered. */
export function takePersonal({ locale, timezone, theme, singleKeys }: PersonalSettings): void {
  const next = { locale, timezone, theme, singleKeys };
  if (JSON.stringify(next) === JSON.stringify(personal.value)) return;
  personal.set(next);
  try {
    localStorage.setItem(name, JSON.stringify(personal.value));
  } catch {
    // a browser that stores nothing looks like this once the service was asked
  }
  void applyPersonal();
}

/** Another page of this browser took something else. */
export function followPersonal(): void {
  addEventListener("storage", ({ key }) => {
    if (key !== name) return;
    personal.set(remembered());
    void applyPersonal();
  });
}

function remembered(): PersonalSettings {
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<PersonalSettings>) };
  } catch {
    return usual;
  }
}
