/** What work that begins with an agent may use at most. */
import type { TargetedSubmitEvent } from "preact";
import type { AgentSettings } from "../../../schema/agent-settings.ts";
import { words } from "../../words/index.ts";

type Budget = AgentSettings["budget"];

export interface LimitsProps {
  readonly budget: Budget;
  readonly onSave: (budget: Budget) => void;
}

const names = ["runs", "changes", "activeMinutes", "modelCalls"] as const;

export function Limits({ budget, onSave }: LimitsProps) {
  const texts = words.agents.settings;
  const save = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const limit = (name: string): number | null => {
      const given = (form.get(name) as string).trim();
      return given === "" ? null : Number(given);
    };
    const [runs = null, changes = null, activeMinutes = null, modelCalls = null] = names.map(limit);
    onSave({ runs, changes, activeMinutes, modelCalls });
  };
  return (
    <form className="form agent-limits" onSubmit={save} aria-label={texts.budget}>
      <h2>{texts.budget}</h2>
      <p className="soft">{texts.budgetText}</p>
      <div className="limits">
        {names.map((name) => (
          <label key={name} className="field">
            <span>{texts.limits[name]}</span>
            <input
              name={name}
              type="number"
              min={1}
              max={1_000_000}
              inputMode="numeric"
              placeholder={texts.noLimit}
              defaultValue={budget?.[name] ?? ""}
            />
          </label>
        ))}
      </div>
      <p className="buttons">
        <button type="submit" className="outlined">
          {texts.saveLimits}
        </button>
      </p>
    </form>
  );
}
