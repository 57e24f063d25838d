/** One of the models that the service can ask, or another one of their providers. */
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { isConfigured } from "../../../schema/agent-settings.ts";
import { words } from "../../words/index.ts";
import { Field } from "../sign-in/form.tsx";
import { labelOf, nameOf, type Offered } from "./offered.ts";

export interface ModelChoiceProps {
  readonly label: string;
  /** Null for the one that the service has. */
  readonly name: string | null;
  /** Those that the service is configured for, its own leading. */
  readonly models: readonly string[];
  /** Those that can be chosen, by the servers that have them. */
  readonly offered: Offered;
  /** What the service has, in words. */
  readonly usual: string;
  readonly onChoose: (name: string | null) => void;
}

/** Values of the list that are no names of models: the second is followed by the number of a server. */
const [asUsual, another] = ["", "?"];

export function ModelChoice({ label, name, models, offered, usual, onChoose }: ModelChoiceProps) {
  /** The server of which another model is being named. */
  const [naming, setNaming] = useState<number | null>(null);
  const texts = words.agents.settings;
  const known = offered.flatMap((server) => server.models.map((one) => one.name));
  const isListed = name === null || name === "builtin" || known.includes(name);
  const choose = (value: string): void => {
    const isNaming = value.startsWith(another);
    setNaming(isNaming ? Number(value.slice(another.length)) : null);
    if (!isNaming) onChoose(value === asUsual ? null : value);
  };
  const use = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const given = (new FormData(event.currentTarget).get("name") as string).trim();
    const server = offered[naming ?? 0];
    setNaming(null);
    if (server !== undefined) onChoose(nameOf(offered, server, given));
  };
  return (
    <>
      <label className="field">
        <span>{label}</span>
        <select
          value={naming === null ? (name ?? asUsual) : `${another}${naming}`}
          onInput={(event) => choose(event.currentTarget.value)}
          dir="auto"
        >
          <option value={asUsual}>{usual}</option>
          <option value="builtin">{texts.builtin}</option>
          {!isListed && <option value={name}>{name}</option>}
          {offered.map((server, at) => (
            <optgroup key={labelOf(server)} label={labelOf(server)}>
              {server.models.map((one) => (
                <option key={one.name} value={one.name}>
                  {one.title}
                </option>
              ))}
              <option value={`${another}${at}`}>{texts.another(labelOf(server))}</option>
            </optgroup>
          ))}
        </select>
      </label>
      {name !== null && !isConfigured(name, models) && <p className="problem">{texts.missing(name)}</p>}
      {naming !== null && (
        <form className="form" onSubmit={use}>
          <Field label={words.model.name} name="name" required maxLength={160} hint={words.model.nameHint} />
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
