/** What the person sets for every browser of theirs: language, time zone, theme, keys of one letter. */
import type { PersonalSettings } from "../../../schema/personal-settings.ts";
import { deviceZone } from "../../base/zone.ts";
import { personal } from "../../parts/personal.ts";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { setPersonal } from "../../store/self.ts";
import { languages, nameOf, words } from "../../words/index.ts";

export function Personal() {
  const store = useStore();
  const { locale, timezone, theme, singleKeys } = useValue(personal);
  const { settings: texts } = words;
  const set = (what: string, fields: Partial<PersonalSettings>): void => {
    setPersonal(store, fields).catch((error: unknown) =>
      store.notices.show({ text: words.refused(what, describe(error)), isProblem: true }),
    );
  };
  return (
    <>
      <Choice
        label={texts.language}
        value={locale}
        usual={texts.asBrowser}
        options={languages.map((one) => ({ value: one, label: nameOf(one), lang: one }))}
        onSet={(value) => set(texts.language, { locale: value })}
      />
      <Choice
        label={texts.zone}
        value={timezone}
        usual={texts.asDevice(deviceZone)}
        options={zonesWith(timezone).map((one) => ({ value: one, label: one }))}
        onSet={(value) => set(texts.zone, { timezone: value })}
      />
      <Choice
        label={texts.theme}
        value={theme}
        usual={texts.themes.system}
        options={(["light", "dark"] as const).map((one) => ({ value: one, label: texts.themes[one] }))}
        onSet={(value) => set(texts.theme, { theme: value })}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={singleKeys ?? true}
          onInput={(event) => set(texts.singleKeys, { singleKeys: event.currentTarget.checked })}
        />
        <span>{texts.singleKeys}</span>
      </label>
    </>
  );
}

/** The names that this browser knows, with the one that is set: the service takes others for the same zones, too. */
function zonesWith(set: string | null): readonly string[] {
  const known = Intl.supportedValuesOf("timeZone");
  return set === null || known.includes(set) ? known : [...known, set].toSorted();
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Null for what is usual. */
  readonly value: Value | null;
  readonly usual: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly lang?: string }[];
  readonly onSet: (value: Value | null) => void;
}

function Choice<Value extends string>({ label, value, usual, options, onSet }: ChoiceProps<Value>) {
  return (
    <label className="field">
      <span>{label}</span>
      <select
        value={value ?? ""}
        onInput={({ currentTarget }) => onSet(options.find((one) => one.value === currentTarget.value)?.value ?? null)}
      >
        <option value="">{usual}</option>
        {options.map((one) => (
          <option key={one.value} value={one.value} lang={one.lang}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}
