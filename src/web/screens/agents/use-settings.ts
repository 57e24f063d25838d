/** The settings of an agent: what is chosen shows at once, and goes to the service one choice after the other. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentSettings, AgentSettingsUpdate } from "../../../schema/agent-settings.ts";
import type { Agent } from "../../../schema/agent.ts";
import { useStore } from "../../parts/use.ts";
import { Crossed } from "../../store/crossed.ts";
import { describe } from "../../store/describe.ts";
import { showCrossed } from "../../store/notices.ts";
import { saveVersioned } from "../../store/save-versioned.ts";
import { configuredOnly, type Offered } from "./offered.ts";

export interface SettingsInUse {
  /** Null until they are read. */
  readonly settings: AgentSettings | null;
  /** The models that agents can be given by name. */
  readonly models: readonly string[];
  /** Those that can be chosen, by the servers that have them. */
  readonly offered: Offered;
  /** What was refused, in words. */
  readonly problem: string | null;
  readonly read: () => Promise<void>;
  readonly change: (update: AgentSettingsUpdate) => void;
}

export function useSettings({ id: agentId, version }: Agent): SettingsInUse {
  const { client, agents, notices } = useStore();
  const [settings, setSettings] = useState<AgentSettings | null>(null);
  /** What the person sees. */
  const shown = useRef(settings);
  shown.current = settings;
  const [models, setModels] = useState<readonly string[]>([]);
  const [offered, setOffered] = useState<Offered | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Choices that the service has not answered yet: until it has, what it says is older than what is shown. */
  const pending = useRef(0);
  const sent = useRef(Promise.resolve());
  /** As the service last said them. */
  const known = useRef<AgentSettings | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const show = (now: AgentSettings): void => {
    known.current = now;
    if (pending.current === 0) setSettings(now);
  };
  const read = (): Promise<void> =>
    Promise.all([client.getAgentSettings({ agentId }), client.getCapabilities()]).then(([now, { agentModels }]) => {
      show(now);
      setModels(agentModels);
      setProblem(null);
    }, fail);
  const save = (basis: AgentSettings, seen: AgentSettings, fields: AgentSettingsUpdate): Promise<AgentSettings> =>
    saveVersioned({
      known: basis,
      seen,
      fields,
      write: ({ version }) => client.updateAgentSettings({ agentId, ...fields, expectedVersion: version }),
      read: () => client.getAgentSettings({ agentId }),
    });
  const send = async (update: AgentSettingsUpdate, seen: AgentSettings): Promise<void> => {
    const answer = save(known.current ?? seen, seen, update).finally(() => (pending.current -= 1));
    try {
      const now = await answer;
      show(now);
      setProblem(null);
      const agent = agents.get(agentId);
      if (agent !== undefined) agents.put({ ...agent, version: now.version });
    } catch (error) {
      await read();
      if (error instanceof Crossed) showCrossed(notices, error, () => change(update));
      else fail(error);
    }
  };
  const change = (update: AgentSettingsUpdate): void => {
    const seen = shown.current;
    if (seen === null) return;
    const { model, fallbackModel, tools } = update;
    const chosen = Object.entries({ model, fallbackModel, tools }).filter(([, value]) => value !== undefined);
    setSettings({ ...seen, ...(Object.fromEntries(chosen) as Partial<AgentSettings>) });
    pending.current += 1;
    sent.current = sent.current.then(() => send(update, seen));
  };
  useEffect(() => void read(), [agentId, version]);
  useEffect(() => {
    client.listAgentModels().then(
      ({ providers }) => setOffered(providers),
      () => undefined,
    );
  }, []);
  return { settings, models, offered: offered ?? configuredOnly(models), problem, read, change };
}
