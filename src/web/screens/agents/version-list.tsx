/** The versions of an agent, newest first: who made each, what became different, and the way back to it. */
import { useEffect, useState } from "preact/hooks";
import type { Agent } from "../../../schema/agent.ts";
import { Diff } from "../../parts/diff.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import { valueInWords } from "../../parts/value-words.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { settingsTo, updateTo, type Version } from "./versions.ts";

export function VersionList({ agent }: { readonly agent: Agent }) {
  const { client, agents, notices } = useStore();
  const [versions, setVersions] = useState<readonly Version[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const agentId = agent.id;
  const read = (cursor: string | null): void => {
    client.listAgentVersions({ agentId, limit: 20, ...(cursor !== null && { cursor }) }).then(
      ({ data, nextCursor }) => {
        setVersions((known) => (cursor === null ? data : [...(known ?? []), ...data]));
        setNext(nextCursor);
        setProblem(null);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => read(null), [agentId, agent.version]);
  const restore = (version: number): void => {
    const update = updateTo(agent, versions ?? [], version);
    const settings = settingsTo(versions ?? [], version);
    if (update === null && settings === null) return notices.show({ text: words.agents.noChanges, isProblem: false });
    const back = async (): Promise<Agent> => {
      const changed =
        update === null ? agent : await client.updateAgent({ agentId, ...update, expectedVersion: agent.version });
      if (settings === null) return changed;
      await client.updateAgentSettings({ agentId, ...settings, expectedVersion: changed.version });
      return client.getAgent({ agentId });
    };
    back().then(
      (changed) => {
        agents.put(changed);
        notices.show({ text: words.agents.versions.restored(version), isProblem: false });
      },
      (error: unknown) => notices.show({ text: describe(error), isProblem: true }),
    );
  };
  if (problem !== null) return <Failed reason={problem} onRetry={() => read(null)} />;
  if (versions === null) return <Loading />;
  if (versions.length === 0) return <p className="soft">{words.agents.versions.none}</p>;
  return (
    <>
      <ul className="versions">
        {versions.map((one) => (
          <li key={one.version}>
            <Entry version={one} onRestore={one.version === agent.version ? null : () => restore(one.version)} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" className="outlined" onClick={() => read(next)}>
          {words.agents.versions.older}
        </button>
      )}
    </>
  );
}

interface EntryProps {
  readonly version: Version;
  /** Null for the version that the agent is at. */
  readonly onRestore: (() => void) | null;
}

function Entry({ version: { version, at, by, changes }, onRestore }: EntryProps) {
  const store = useStore();
  const today = useToday();
  const labels: Readonly<Record<string, string>> = words.history.fields;
  const inWords = (name: string, value: unknown): string => valueInWords(store, name, value ?? null, today);
  return (
    <section className="card" aria-label={words.agents.version(version)}>
      <header className="line">
        <strong className="grow">{words.agents.version(version)}</strong>
        <span className="soft">
          <span dir="auto">{by.name ?? words.history.service}</span>, {momentInWords(at)}
        </span>
      </header>
      <dl className="fields">
        {changes.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{labels[field] ?? field}</dt>
            <dd>
              <Diff from={from === null || from === undefined ? null : inWords(field, from)} to={inWords(field, to)} />
            </dd>
          </div>
        ))}
      </dl>
      {onRestore === null ? (
        <p className="soft">{words.agents.versions.present}</p>
      ) : (
        <p className="buttons">
          <button
            type="button"
            className="outlined"
            aria-label={words.agents.versions.restoreNamed(version)}
            onClick={onRestore}
          >
            {words.agents.versions.restore}
          </button>
        </p>
      )}
    </section>
  );
}
