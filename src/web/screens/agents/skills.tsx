/** The skills of an agent: texts that it reads when it needs them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Agent, AgentSkill } from "../../../schema/agent.ts";
import { Icon } from "../../parts/icons.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";
import { type SkillFields, SkillForm } from "./skill-form.tsx";

interface SkillsProps {
  readonly agent: Agent;
  /** The one that the address names: it is brought into view, and marked. */
  readonly wanted: string | null;
}

export function Skills({ agent, wanted }: SkillsProps) {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [wanted]);
  const store = useStore();
  const { client, agents, notices } = store;
  const [edited, setEdited] = useState<string | null>(null);
  const agentId = agent.id;
  // One that is being written stays, whatever somebody else does with it.
  const skills = agent.skills.filter(({ id, isArchived }) => !isArchived || id === edited);
  const read = async (): Promise<void> => {
    agents.put(await client.getAgent({ agentId }));
    setEdited(null);
  };
  const remove = (skillId: string): void => {
    client
      .deleteAgentSkill({ agentId, skillId })
      .then(read)
      .catch((error: unknown) => notices.show({ text: describe(error), isProblem: true }));
  };
  const save = async (fields: SkillFields, seen: AgentSkill | null): Promise<void> => {
    const { name = "", instructions } = fields;
    if (seen !== null)
      await client.updateAgentSkill({ agentId, skillId: seen.id, ...fields, expectedUpdatedAt: seen.updatedAt });
    else {
      const body = { agentId, name, ...(instructions != null && { instructions }) };
      // Until it was read, too: who sees none saves again.
      return once(store, `new skill ${agentId}`, body, (...skill) => client.createAgentSkill(...skill).then(read));
    }
    await read();
  };
  const form = (skill: AgentSkill | null) => (
    <SkillForm
      skill={skill}
      onSave={save}
      onRead={() => client.getAgentSkill({ agentId, skillId: skill?.id ?? "" })}
      onCancel={() => setEdited(null)}
    />
  );
  return (
    <>
      <p className="soft">{skills.length === 0 ? words.agents.skills.none : words.agents.skills.hint}</p>
      {skills.map((skill) => (
        <section
          key={skill.id}
          className={skill.id === wanted ? "card skill wanted" : "card skill"}
          aria-label={skill.name}
          {...(skill.id === wanted && { ref: shown, "aria-current": "true" })}
        >
          {edited === skill.id ? (
            form(skill)
          ) : (
            <>
              <header>
                <h3 className="grow" dir="auto">
                  {skill.name}
                </h3>
                <button type="button" className="quiet soft" onClick={() => setEdited(skill.id)}>
                  {words.captures.edit}
                </button>
                <button
                  type="button"
                  className="bare"
                  aria-label={words.agents.skills.removeNamed(skill.name)}
                  onClick={() => remove(skill.id)}
                >
                  <Icon name="archive" />
                </button>
              </header>
              {skill.instructions !== null && <Markdown text={skill.instructions} />}
            </>
          )}
        </section>
      ))}
      {edited === "new" ? (
        <section className="card skill">{form(null)}</section>
      ) : (
        <p>
          <button type="button" className="outlined" onClick={() => setEdited("new")}>
            <Icon name="plus" /> {words.agents.skills.add}
          </button>
        </p>
      )}
    </>
  );
}
