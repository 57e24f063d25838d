/** Which tools of the workspace an agent may use: all that there are, or those that are ticked. */
import { useState } from "preact/hooks";
import type { AgentSettings } from "../../../schema/agent-settings.ts";
import { toolInWords } from "../../parts/value-words.ts";
import { words } from "../../words/index.ts";

type Choices = AgentSettings["toolChoices"];

export interface ToolChoiceProps {
  /** Null for all. */
  readonly tools: readonly string[] | null;
  readonly choices: Choices;
  readonly onChoose: (tools: readonly string[] | null) => void;
}

export function ToolChoice({ tools, choices, onChoose }: ToolChoiceProps) {
  const texts = words.agents.settings;
  const [isOpen, setOpen] = useState(false);
  const usual = (): string[] => choices.filter(({ isUsual }) => isUsual).map(({ name }) => name);
  const ticked = (name: string, isTicked: boolean): void => {
    const known = tools ?? [];
    onChoose(isTicked ? [...known, name] : known.filter((one) => one !== name));
  };
  return (
    <>
      <label className="field">
        <span>{texts.tools}</span>
        <select
          value={tools === null ? "all" : "some"}
          onInput={({ currentTarget: { value } }) => {
            setOpen(value === "some");
            onChoose(value === "all" ? null : usual());
          }}
        >
          <option value="all">{texts.allTools}</option>
          <option value="some">{texts.someTools}</option>
        </select>
      </label>
      {tools !== null && (
        <details open={isOpen}>
          <summary>{texts.ticked(tools.length, choices.length)}</summary>
          <div className="tool-choice">
            {[false, true].map((changes) => (
              <fieldset key={String(changes)} className="given">
                <legend>{changes ? texts.changing : texts.looking}</legend>
                {choices
                  .filter((one) => one.changes === changes)
                  .map(({ name }) => (
                    <Tool key={name} name={name} isOn={tools.includes(name)} onTick={(isOn) => ticked(name, isOn)} />
                  ))}
              </fieldset>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

interface ToolProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onTick: (isOn: boolean) => void;
}

function Tool({ name, isOn, onTick }: ToolProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onInput={(event) => onTick(event.currentTarget.checked)} />
      <span>{toolInWords(name)}</span>
    </label>
  );
}
