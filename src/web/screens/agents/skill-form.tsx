/** A skill as it is written: what somebody else wrote in the meantime is never written over without a look. */
import { useState } from "preact/hooks";
import type { AgentSkill } from "../../../schema/agent.ts";
import { describe } from "../../store/describe.ts";
import { isStale } from "../../store/save-versioned.ts";
import { words } from "../../words/index.ts";
import { CrossedFields } from "./both.tsx";
import { useWritten } from "./use-written.ts";

export interface SkillFields {
  readonly name?: string;
  /** An empty text as none. */
  readonly instructions?: string | null;
}

export interface SkillFormProps {
  readonly agentId: string;
  /** Null for a new one. */
  readonly skill: AgentSkill | null;
  /** Writes the fields over the skill as it was seen. Rejects with the refusal. */
  readonly onSave: (fields: SkillFields, seen: AgentSkill | null) => Promise<AgentSkill>;
  /** The skill as it is now. */
  readonly onRead: () => Promise<AgentSkill>;
  /** It is saved, or given up. */
  readonly onEnd: () => void;
}

interface Draft {
  readonly name: string;
  readonly instructions: string;
}

/** What the form of a skill is stored under while it is written; null for a new one. */
export function skillDraftOf(agentId: string, skillId: string | null): string {
  return `skill ${skillId ?? `of ${agentId}`}`;
}

export function SkillForm({ agentId, skill, onSave, onRead, onEnd }: SkillFormProps) {
  const { basis, draft, crossed, ...written } = useWritten(
    skillDraftOf(agentId, skill?.id ?? null),
    skill,
    draftOf,
    skill?.updatedAt,
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const set = written.set;
  const meet = (now: AgentSkill): void => setProblem(written.meet(now) ? words.agents.crossed : words.agents.merged);
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const saved = await onSave(changedFields(draftOf(basis), draft), basis);
      if (!written.settle(draft, saved)) onEnd();
    } catch (error) {
      if (isStale(error)) await onRead().then(meet, (refusal: unknown) => setProblem(describe(refusal)));
      else setProblem(describe(error));
    } finally {
      setBusy(false);
    }
  };
  const cancel = (): void => {
    written.reset(skill);
    onEnd();
  };
  const title = skill?.name ?? words.agents.skills.add;
  return (
    <form
      className="form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 dir="auto">{title}</h3>
      <label className="field">
        <span>{words.agents.skills.name}</span>
        <input
          value={draft.name}
          required
          maxLength={200}
          dir="auto"
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
      </label>
      <label className="field">
        <span>{words.agents.skills.text}</span>
        <textarea
          value={draft.instructions}
          rows={6}
          maxLength={50_000}
          dir="auto"
          onInput={(event) => set({ instructions: event.currentTarget.value })}
        />
      </label>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <CrossedFields names={crossed} theirs={draftOf(basis)} mine={draft} onTake={written.take} />
      <p className="buttons">
        <button type="submit" className="primary" disabled={isBusy}>
          {words.agents.skills.save}
        </button>
        <button type="button" className="outlined" onClick={cancel}>
          {words.cancel}
        </button>
      </p>
    </form>
  );
}

function draftOf(skill: AgentSkill | null): Draft {
  return { name: skill?.name ?? "", instructions: skill?.instructions ?? "" };
}

/** Only what differs, a text of blanks as none. */
function changedFields(before: Draft, { name, instructions }: Draft): SkillFields {
  return {
    ...(name !== before.name && { name }),
    ...(instructions !== before.instructions && { instructions: instructions.trim() === "" ? null : instructions }),
  };
}
