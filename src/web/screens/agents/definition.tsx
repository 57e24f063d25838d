/** The instructions of an agent, and when it asks: changed after a look at what the change does; what somebody else changed is never written over. */
import { useState } from "preact/hooks";
import type { Agent, AgentFieldChange } from "../../../schema/agent.ts";
import { Diff } from "../../parts/diff.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import { valueInWords } from "../../parts/value-words.ts";
import { describe } from "../../store/describe.ts";
import { isStale } from "../../store/save-versioned.ts";
import { words } from "../../words/index.ts";
import { CrossedFields } from "./both.tsx";
import { changedFields, type Draft, draftOf } from "./draft.ts";
import { useWritten } from "./use-written.ts";

export function Definition({ agent }: { readonly agent: Agent }) {
  const { client, agents, notices } = useStore();
  const { basis, draft, crossed, isEdited, ...written } = useWritten(
    `agent ${agent.id}`,
    agent,
    draftOf,
    agent.version,
  );
  const [seen, setSeen] = useState<{ readonly of: Draft; readonly changes: readonly AgentFieldChange[] } | null>(null);
  const preview = seen?.of === draft ? seen.changes : null;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const update = { agentId: agent.id, ...changedFields(basis, draft), expectedVersion: basis.version };
  /** Somebody else was faster: what they set stands, and what both have set is shown. */
  const meet = (now: Agent): void => {
    agents.put(now);
    setProblem(written.meet(now) ? words.agents.crossed : words.agents.merged);
  };
  const send = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      if (isStale(error)) await client.getAgent({ agentId: agent.id }).then(meet, fail);
      else fail(error);
    } finally {
      setBusy(false);
    }
  };
  const fail = (error: unknown): void => setProblem(describe(error));
  const look = async (): Promise<void> => {
    const { changes } = await client.previewAgentUpdate(update);
    setSeen({ of: draft, changes });
  };
  const apply = async (): Promise<void> => {
    const changed = await client.updateAgent(update);
    written.settle(draft, changed);
    agents.put(changed);
    notices.show({ text: words.agents.applied, isProblem: false });
  };
  const cancel = (): void => {
    written.reset(agent);
    setProblem(null);
  };
  return (
    <form
      className="form"
      aria-label={words.agents.tabs.instructions}
      onSubmit={(event) => {
        event.preventDefault();
        void send(preview === null ? look : apply);
      }}
    >
      <Texts draft={draft} onSet={written.set} />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <CrossedFields names={crossed} theirs={draftOf(basis)} mine={draft} onTake={written.take} />
      {preview !== null && <Preview changes={preview} />}
      <p className="buttons">
        <button type="submit" className="primary" disabled={!isEdited || isBusy || preview?.length === 0}>
          {preview === null ? words.agents.save : words.agents.apply}
        </button>
        {isEdited && (
          <button type="button" className="outlined" onClick={cancel}>
            {words.cancel}
          </button>
        )}
        <span className="soft version">{words.agents.version(basis.version)}</span>
      </p>
    </form>
  );
}

function Texts({ draft, onSet }: { readonly draft: Draft; readonly onSet: (fields: Partial<Draft>) => void }) {
  return (
    <>
      <label className="field">
        <span>{words.agents.name}</span>
        <input
          value={draft.name}
          required
          maxLength={200}
          dir="auto"
          onInput={(event) => onSet({ name: event.currentTarget.value })}
        />
      </label>
      <label className="field">
        <span>{words.agents.description}</span>
        <input
          value={draft.description}
          maxLength={2000}
          dir="auto"
          onInput={(event) => onSet({ description: event.currentTarget.value })}
        />
      </label>
      <label className="field">
        <span>{words.agents.instructions}</span>
        <textarea
          value={draft.instructions}
          maxLength={50_000}
          dir="auto"
          placeholder={words.agents.noInstructions}
          onInput={(event) => onSet({ instructions: event.currentTarget.value })}
        />
        <small>{words.agents.instructionsHint}</small>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={draft.requiresApproval}
          onInput={(event) => onSet({ requiresApproval: event.currentTarget.checked })}
        />
        <span>{words.agents.asks}</span>
      </label>
      <label className="field">
        <span>{words.agents.guidance}</span>
        <textarea
          value={draft.approvalGuidance}
          maxLength={10_000}
          rows={2}
          dir="auto"
          placeholder={words.agents.guidanceHint}
          onInput={(event) => onSet({ approvalGuidance: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

/** What the change does, before it is made. */
function Preview({ changes }: { readonly changes: readonly AgentFieldChange[] }) {
  const store = useStore();
  const today = useToday();
  const labels: Readonly<Record<string, string>> = words.history.fields;
  const inWords = (name: string, value: unknown): string | null =>
    value === null || value === undefined ? null : valueInWords(store, name, value, today);
  if (changes.length === 0) return <p className="soft">{words.agents.noChanges}</p>;
  return (
    <section className="phase" aria-label={words.agents.changes}>
      <h3>{words.agents.changes}</h3>
      <dl className="fields">
        {changes.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{labels[field] ?? field}</dt>
            <dd>
              <Diff from={inWords(field, from)} to={inWords(field, to)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">{words.agents.toOpenChats}</p>
    </section>
  );
}
