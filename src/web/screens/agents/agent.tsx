/** One agent: its instructions, its skills, its hours, what it works on, and what it changed. */
import type { Agent } from "../../../schema/agent.ts";
import { fromHere } from "../../base/routes.ts";
import { panelOf, Tabs } from "../../parts/tabs.tsx";
import { useStore } from "../../parts/use.ts";
import { archiveAgent } from "../../store/archive.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Changes } from "../history/changes.tsx";
import { Definition } from "./definition.tsx";
import { Hours } from "./hours.tsx";
import { Outside } from "./outside.tsx";
import { Photo } from "./photo.tsx";
import { Settings } from "./settings.tsx";
import { Skills } from "./skills.tsx";
import { VersionList } from "./version-list.tsx";
import { Work } from "./work.tsx";

const tabs = ["instructions", "skills", "hours", "settings", "outside", "work", "versions", "history"] as const;
type Tab = (typeof tabs)[number];

export interface AgentViewProps {
  readonly agent: Agent;
  readonly tab: string | null;
  /** The skill that the address names. */
  readonly skillId: string | null;
  readonly onTab: (tab: Tab) => void;
}

export function AgentView({ agent, tab, skillId, onTab }: AgentViewProps) {
  const chosen = tabs.find((one) => one === tab) ?? "instructions";
  return (
    <>
      <p className="soft" dir="auto">
        {agent.description}
      </p>
      <Tabs
        label={words.agents.open}
        chosen={chosen}
        onChoose={onTab}
        tabs={tabs.map((value) => ({ value, label: words.agents.tabs[value] }))}
      />
      <div {...panelOf(chosen)} className="panel">
        <Panel tab={chosen} agent={agent} skillId={skillId} />
      </div>
    </>
  );
}

interface PanelProps extends Pick<AgentViewProps, "agent" | "skillId"> {
  readonly tab: Tab;
}

function Panel({ tab, agent, skillId }: PanelProps) {
  switch (tab) {
    case "instructions":
      return (
        <>
          <Photo agent={agent} />
          <Definition agent={agent} />
          <Archive id={agent.id} />
        </>
      );
    case "skills":
      return <Skills agent={agent} wanted={skillId} />;
    case "hours":
      return <Hours agent={agent} />;
    case "settings":
      return <Settings key={agent.id} agent={agent} />;
    case "outside":
      return <Outside key={agent.id} agentId={agent.id} />;
    case "work":
      return <Work agentId={agent.id} />;
    case "versions":
      return <VersionList agent={agent} />;
    case "history":
    default:
      return <Changes of={{ agentId: agent.id }} version={agent.updatedAt} />;
  }
}

function Archive({ id }: { readonly id: string }) {
  const store = useStore();
  const archive = (): void => {
    const onward = fromHere();
    archiveAgent(store, id).then(
      () => onward("/agents"),
      (error: unknown) =>
        store.notices.show({ text: words.refused(words.agents.archive, describe(error)), isProblem: true }),
    );
  };
  return (
    <p>
      <button type="button" className="quiet soft" onClick={archive}>
        {words.agents.archive}
      </button>
    </p>
  );
}
