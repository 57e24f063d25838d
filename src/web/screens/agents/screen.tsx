/** Agents: all of them at the left, the open one at the right; on a phone one after the other. */
import { fromHere, go, refine, type Route } from "../../base/routes.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Head } from "../../parts/screen.tsx";
import { useMedia, useRecord, useStore, useView } from "../../parts/use.ts";
import type { Agent } from "../../../schema/agent.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { AgentView } from "./agent.tsx";

export function AgentsScreen({ route }: { readonly route: Route }) {
  const isNarrow = useMedia("(max-width: 1023px)");
  const { id } = route;
  if (isNarrow && id !== null) return <Open id={id} route={route} />;
  return (
    <div className="two">
      <section className="aside" aria-label={words.agents.all}>
        <Head title={words.places.agents} isAside={id !== null}>
          <button type="button" className="outlined" onClick={() => go("/agents/new")}>
            <Icon name="plus" /> {words.agents.new}
          </button>
        </Head>
        <AgentList openId={id} />
      </section>
      {!isNarrow && (
        <section className="main" aria-label={words.agents.open}>
          {id === null ? <p className="empty">{words.agents.choose}</p> : <Open id={id} route={route} />}
        </section>
      )}
    </div>
  );
}

const byName = (left: Agent, right: Agent): number => left.name.localeCompare(right.name);

function AgentList({ openId }: { readonly openId: string | null }) {
  const { agents } = useStore();
  const { rows } = useView(agents, { test: ({ isArchived }) => !isArchived, compare: byName }, []);
  if (rows.length === 0) return <p className="empty">{words.agents.empty}</p>;
  return (
    <ul className="scroll items">
      {rows.map(({ id, name, description }) => (
        <li key={id}>
          <button type="button" {...(id === openId && { "aria-current": "true" })} onClick={() => go(`/agents/${id}`)}>
            <span className="named">
              <Avatar id={id} name={name} isAgent />
              <span className="clip" dir="auto">
                {name}
              </span>
            </span>
            <span className="soft second">
              <span className="clip" dir="auto">
                {description ?? ""}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Open({ id, route }: { readonly id: string; readonly route: Route }) {
  const agent = useRecord(useStore().agents, id === "new" ? null : id);
  return (
    <div className="chat">
      <Head title={id === "new" ? words.agents.new : (agent?.name ?? words.agents.open)}>
        <button type="button" className="bare narrow" aria-label={words.agents.all} onClick={() => go("/agents")}>
          <Icon name="back" />
        </button>
        {agent !== undefined && <Avatar id={agent.id} name={agent.name} isAgent />}
      </Head>
      <div className="log">
        <div className="column agent">
          {id === "new" ? (
            <NewAgent />
          ) : agent === undefined ? (
            <p className="empty">{words.captures.gone}</p>
          ) : (
            <AgentView
              key={id}
              agent={agent}
              tab={route.query.get("tab")}
              skillId={route.query.get("skill")}
              onTab={(tab) => refine(`/agents/${id}?tab=${tab}`)}
            />
          )}
        </div>
      </div>
    </div>
  );
}

function NewAgent() {
  const store = useStore();
  const { agents, drafts, client } = store;
  const draft: Readonly<Record<string, string>> = { ...drafts.get("new agent") };
  const make = async ({ name = "", instructions = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const onward = fromHere();
    const body = { name, ...(instructions.trim() !== "" && { instructions }) };
    const made = await once(store, "new agent", body, client.createAgent);
    drafts.delete("new agent");
    agents.put(made);
    onward(`/agents/${made.id}`);
  };
  return (
    <Form
      title={words.agents.new}
      submit={words.agents.make}
      onSubmit={make}
      onInput={(fields) => drafts.set("new agent", fields)}
      isPart
    >
      <Field label={words.agents.name} name="name" required maxLength={200} defaultValue={draft["name"] ?? ""} />
      <label className="field">
        <span>{words.agents.instructions}</span>
        <textarea
          name="instructions"
          maxLength={50_000}
          rows={8}
          dir="auto"
          defaultValue={draft["instructions"] ?? ""}
        />
        <small>{words.agents.instructionsHint}</small>
      </label>
    </Form>
  );
}
