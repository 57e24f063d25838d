/** With what an agent works: its model, its tools, and what a run of it may use. Each choice holds at once. */
import { useEffect, useState } from "preact/hooks";
import type { AgentSettings, AgentSettingsUpdate } from "../../../schema/agent-settings.ts";
import type { Agent } from "../../../schema/agent.ts";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Limits } from "./limits.tsx";
import { ModelChoice } from "./model-choice.tsx";
import { ToolChoice } from "./tool-choice.tsx";

export function Settings({ agent: { id: agentId, version } }: { readonly agent: Agent }) {
  const { client, agents } = useStore();
  const [settings, setSettings] = useState<AgentSettings | null>(null);
  const [models, setModels] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const read = (): void => {
    Promise.all([client.getAgentSettings({ agentId }), client.getCapabilities()]).then(([now, { agentModels }]) => {
      setSettings(now);
      setModels(agentModels);
      setProblem(null);
    }, fail);
  };
  useEffect(read, [agentId, version]);
  if (settings === null) return problem === null ? <Loading /> : <Failed reason={problem} onRetry={read} />;
  const change = (update: AgentSettingsUpdate): void => {
    client.updateAgentSettings({ agentId, ...update }).then((now) => {
      setSettings(now);
      setProblem(null);
      const known = agents.get(agentId);
      if (known !== undefined) agents.put({ ...known, version: now.version });
    }, fail);
  };
  const [usual = "builtin"] = models;
  const texts = words.agents.settings;
  const usualInWords = usual === "builtin" ? texts.usualRules : texts.usual(usual);
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
        usual={usualInWords}
        onChoose={(model) => change({ model })}
      />
      {(settings.model ?? usual) !== "builtin" && (
        <ModelChoice
          label={texts.second}
          name={settings.fallbackModel}
          models={models}
          usual={texts.usualSecond}
          onChoose={(fallbackModel) => change({ fallbackModel })}
        />
      )}
      <ToolChoice
        tools={settings.tools}
        choices={settings.toolChoices}
        onChoose={(tools) => change({ tools: tools === null ? null : [...tools] })}
      />
      <Limits key={settings.version} budget={settings.budget} onSave={(budget) => change({ budget })} />
    </div>
  );
}
