/** The skills of an agent: texts that it reads when it needs them. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Agent, AgentSkill } from "../../../schema/agent.ts";
import { Icon } from "../../parts/icons.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { archiveSkill } from "../../store/archive.ts";
import { describe } from "../../store/describe.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";
import { skillDraftOf, type SkillFields, SkillForm } from "./skill-form.tsx";

interface SkillsProps {
  readonly agent: Agent;
  /** The one that the address names: it is brought into view, and marked. */
  readonly wanted: string | null;
}

export function Skills({ agent, wanted }: SkillsProps) {
  const shown = useRef<HTMLElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [wanted]);
  const store = useStore();
  const { client, agents, notices, drafts } = store;
  const agentId = agent.id;
  const isBegun = (id: string): boolean => drafts.has(skillDraftOf(agentId, id === "new" ? null : id));
  const [edited, setEdited] = useState(() => [...agent.skills.map(({ id }) => id), "new"].find(isBegun) ?? null);
  // One that is being written stays, whatever somebody else does with it.
  const skills = agent.skills.filter(({ id, isArchived }) => !isArchived || id === edited);
  const read = async (): Promise<void> => agents.put(await client.getAgent({ agentId }));
  const remove = (skill: AgentSkill): void => {
    archiveSkill(store, agentId, skill).catch((error: unknown) =>
      notices.show({
        text: words.refused(words.agents.skills.removeNamed(skill.name), describe(error)),
        isProblem: true,
      }),
    );
  };
  const save = async (fields: SkillFields, seen: AgentSkill | null): Promise<AgentSkill> => {
    const { name = "", instructions } = fields;
    const make = (): Promise<AgentSkill> => {
      const body = { agentId, name, ...(instructions != null && { instructions }) };
      // Until it was read, too: who sees none saves again.
      return once(store, `new skill ${agentId}`, body, async (...skill) => {
        const made = await client.createAgentSkill(...skill);
        await read();
        return made;
      });
    };
    if (seen === null) return make();
    const saved = await client.updateAgentSkill({
      agentId,
      skillId: seen.id,
      ...fields,
      expectedUpdatedAt: seen.updatedAt,
    });
    await read();
    return saved;
  };
  const form = (skill: AgentSkill | null) => (
    <SkillForm
      agentId={agentId}
      skill={skill}
      onSave={save}
      onRead={() => client.getAgentSkill({ agentId, skillId: skill?.id ?? "" })}
      onEnd={() => setEdited(null)}
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
                  onClick={() => remove(skill)}
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
