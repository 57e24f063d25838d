/** With what an agent works: its model, its tools, and what a run of it may use. Each choice holds at once. */
import type { Agent } from "../../../schema/agent.ts";
import { Failed, Loading } from "../../parts/screen.tsx";
import { words } from "../../words/index.ts";
import { Limits } from "./limits.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { ToolChoice } from "./tool-choice.tsx";
import { titleOf } from "./offered.ts";
import { useSettings } from "./use-settings.ts";

export function Settings({ agent }: { readonly agent: Agent }) {
  const { settings, models, offered, problem, read, change } = useSettings(agent);
  if (settings === null)
    return problem === null ? <Loading /> : <Failed reason={problem} onRetry={() => void read()} />;
  const [usual = "builtin"] = models;
  const texts = words.agents.settings;
  const usualInWords = usual === "builtin" ? texts.usualRules : texts.usual(titleOf(offered, usual));
  return (
    <div className="form">
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ModelChoice
        label={texts.model}
        name={settings.model}
        models={models}
        offered={offered}
        usual={usualInWords}
        onChoose={(model) => change({ model })}
      />
      {(settings.model ?? usual) !== "builtin" && (
        <ModelChoice
          label={texts.second}
          name={settings.fallbackModel}
          models={models}
          offered={offered}
          usual={texts.usualSecond}
          onChoose={(fallbackModel) => change({ fallbackModel })}
        />
      )}
      <ToolChoice
        tools={settings.tools}
        choices={settings.toolChoices}
        onChoose={(tools) => change({ tools: tools === null ? null : [...tools] })}
      />
      <Limits key={JSON.stringify(settings.budget)} budget={settings.budget} onSave={(budget) => change({ budget })} />
    </div>
  );
}
