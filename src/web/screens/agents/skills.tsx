/** The skills of an agent: texts that it reads when it needs them. */
import { useState } from "preact/hooks";
import type { Agent, AgentSkill } from "../../../schema/agent.ts";
import { Icon } from "../../parts/icons.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

export function Skills({ agent }: { readonly agent: Agent }) {
  const { client, agents, notices } = useStore();
  const [edited, setEdited] = useState<string | null>(null);
  const agentId = agent.id;
  const skills = agent.skills.filter(({ isArchived }) => !isArchived);
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
  const save =
    (skillId: string | null) =>
    async ({ name = "", instructions = "" }: Readonly<Record<string, string>>): Promise<void> => {
      const text = instructions.trim() === "" ? {} : { instructions };
      if (skillId === null) await client.createAgentSkill({ agentId, name, ...text });
      else await client.updateAgentSkill({ agentId, skillId, name, instructions: text.instructions ?? null });
      await read();
    };
  return (
    <>
      <p className="soft">{skills.length === 0 ? words.agents.skills.none : words.agents.skills.hint}</p>
      {skills.map((skill) => (
        <section key={skill.id} className="card skill" aria-label={skill.name}>
          {edited === skill.id ? (
            <SkillForm skill={skill} onSave={save(skill.id)} />
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
        <section className="card skill">
          <SkillForm onSave={save(null)} />
        </section>
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

interface SkillFormProps {
  readonly skill?: AgentSkill;
  readonly onSave: (fields: Readonly<Record<string, string>>) => Promise<void>;
}

function SkillForm({ skill, onSave }: SkillFormProps) {
  return (
    <Form title={skill?.name ?? words.agents.skills.add} submit={words.agents.skills.save} onSubmit={onSave} isPart>
      <Field label={words.agents.skills.name} name="name" required maxLength={200} defaultValue={skill?.name ?? ""} />
      <label className="field">
        <span>{words.agents.skills.text}</span>
        <textarea name="instructions" rows={6} maxLength={50_000} dir="auto" defaultValue={skill?.instructions ?? ""} />
      </label>
    </Form>
  );
}
