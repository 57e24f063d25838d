/** One of the models that the service can ask, or another one of their providers. */
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { isConfigured, providerOf } from "../../../schema/agent-settings.ts";
import { words } from "../../words/index.ts";
import { Field } from "../sign-in/form.tsx";

export interface ModelChoiceProps {
  readonly label: string;
  /** Null for the one that the service has. */
  readonly name: string | null;
  /** Those that the service is configured for, its own leading. */
  readonly models: readonly string[];
  /** What the service has, in words. */
  readonly usual: string;
  readonly onChoose: (name: string | null) => void;
}

/** Values of the list that are no names of models. */
const [asUsual, another] = ["", "?"];

export function ModelChoice({ label, name, models, usual, onChoose }: ModelChoiceProps) {
  const [isNaming, setNaming] = useState(false);
  const texts = words.agents.settings;
  const listed = name === null || models.includes(name) ? models : [name, ...models];
  const provider = models.map(providerOf).find((one) => one !== "builtin");
  const choose = (value: string): void => {
    setNaming(value === another);
    if (value !== another) onChoose(value === asUsual ? null : value);
  };
  const use = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = (new FormData(event.currentTarget).get("name") as string).trim();
    setNaming(false);
    onChoose(given.startsWith(`${provider}:`) ? given : `${provider}:${given}`);
  };
  return (
    <>
      <label className="field">
        <span>{label}</span>
        <select
          value={isNaming ? another : (name ?? asUsual)}
          onInput={(event) => choose(event.currentTarget.value)}
          dir="auto"
        >
          <option value={asUsual}>{usual}</option>
          {listed.map((one) => (
            <option key={one} value={one}>
              {one === "builtin" ? texts.builtin : one}
            </option>
          ))}
          {provider !== undefined && <option value={another}>{texts.another(provider)}</option>}
        </select>
      </label>
      {name !== null && !isConfigured(name, models) && <p className="problem">{texts.missing(name)}</p>}
      {isNaming && (
        <form className="form" onSubmit={use}>
          <Field label={words.model.name} name="name" required maxLength={200} hint={words.model.nameHint} />
          <p className="buttons">
            <button type="submit" className="outlined">
              {words.model.use}
            </button>
          </p>
        </form>
      )}
    </>
  );
}
