/** What a person set for this browser: theme, single keys. */
import { setSingleKeys } from "../base/keys.ts";
import { State } from "../base/signal.ts";
import { type Language, languages } from "../words/index.ts";

export interface Settings {
  readonly theme: "system" | "light" | "dark";
  readonly singleKeys: boolean;
  readonly language: "system" | Language;
}

const name = "dayshift.settings";

function read(): Settings {
  const usual: Settings = { theme: "system", singleKeys: true, language: "system" };
  try {
    return { ...usual, ...(JSON.parse(localStorage.getItem(name) ?? "{}") as Partial<Settings>) };
  } catch {
    return usual;
  }
}

export const settings = new State<Settings>(read());

/** The language that was chosen, else the first of the browser's that there is, else English. */
export function chosenLanguage(): Language {
  const { language } = settings.value;
  const wanted = language === "system" ? navigator.languages.map((one) => one.split("-", 1)[0]) : [language];
  return wanted.map((one) => languages.find((known) => known === one)).find((one) => one !== undefined) ?? "en";
}

export function applySettings(): void {
  const { theme, singleKeys } = settings.value;
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  setSingleKeys(singleKeys);
}

export function change(fields: Partial<Settings>): void {
  settings.set({ ...settings.value, ...fields });
  try {
    localStorage.setItem(name, JSON.stringify(settings.value));
  } catch {
    // a browser that keeps nothing has the setting until the page is closed
  }
  applySettings();
}
