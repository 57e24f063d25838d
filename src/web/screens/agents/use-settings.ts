/** The settings of an agent: what is chosen shows at once, and goes to the service one choice after the other. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentSettings, AgentSettingsUpdate } from "../../../schema/agent-settings.ts";
import type { Agent } from "../../../schema/agent.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";

export interface SettingsInUse {
  /** Null until they are read. */
  readonly settings: AgentSettings | null;
  /** The models that agents can be given by name. */
  readonly models: readonly string[];
  /** What was refused, in words. */
  readonly problem: string | null;
  readonly read: () => Promise<void>;
  readonly change: (update: AgentSettingsUpdate) => void;
}

export function useSettings({ id: agentId, version }: Agent): SettingsInUse {
  const { client, agents } = useStore();
  const [settings, setSettings] = useState<AgentSettings | null>(null);
  const [models, setModels] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  /** Choices that the service has not answered yet: until it has, what it says is older than what is shown. */
  const pending = useRef(0);
  const sent = useRef(Promise.resolve());
  const fail = (error: unknown): void => setProblem(describe(error));
  const show = (now: AgentSettings): void => {
    if (pending.current === 0) setSettings(now);
  };
  const read = (): Promise<void> =>
    Promise.all([client.getAgentSettings({ agentId }), client.getCapabilities()]).then(([now, { agentModels }]) => {
      show(now);
      setModels(agentModels);
      setProblem(null);
    }, fail);
  const send = async (update: AgentSettingsUpdate): Promise<void> => {
    const answer = client.updateAgentSettings({ agentId, ...update }).finally(() => (pending.current -= 1));
    try {
      const now = await answer;
      show(now);
      setProblem(null);
      const known = agents.get(agentId);
      if (known !== undefined) agents.put({ ...known, version: now.version });
    } catch (error) {
      await read();
      fail(error);
    }
  };
  useEffect(() => void read(), [agentId, version]);
  return {
    settings,
    models,
    problem,
    read,
    change(update) {
      const { model, fallbackModel, tools } = update;
      const chosen = Object.entries({ model, fallbackModel, tools }).filter(([, value]) => value !== undefined);
      setSettings((now) => now && { ...now, ...(Object.fromEntries(chosen) as Partial<AgentSettings>) });
      pending.current += 1;
      sent.current = sent.current.then(() => send(update));
    },
  };
}
