/** Outside servers, whose tools agents can be given: for owners; others do not see them. */
import { useEffect, useState } from "preact/hooks";
import type { McpServer } from "../../../schema/outside.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";

export function Servers() {
  const { client } = useStore();
  const [servers, setServers] = useState<readonly McpServer[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void => {
    client.listMcpServers().then(
      ({ data }) => setServers(data),
      () => setServers(null),
    );
  };
  useEffect(load, []);
  if (servers === null) return null;
  const connect = async ({ name = "", url = "", secret = "" }: Readonly<Record<string, string>>): Promise<void> => {
    await client.createMcpServer({ name, url, ...(secret !== "" && { secret }) });
    load();
  };
  return (
    <section className="card" id="outside-servers">
      <h2>{words.servers.title}</h2>
      <p className="soft">{words.servers.text}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {servers.length > 0 && (
        <ul className="rows-plain">
          {servers.map((server) => (
            <Server key={server.id} server={server} onChange={load} onProblem={fail} />
          ))}
        </ul>
      )}
      <Form title={words.servers.connect} submit={words.servers.submit} onSubmit={connect} isPart>
        <Field label={words.servers.name} name="name" required maxLength={20} hint={words.servers.nameHint} />
        <Field label={words.servers.url} name="url" type="url" required />
        <Field label={words.servers.secret} name="secret" type="password" autocomplete="off" />
      </Form>
    </section>
  );
}

interface ServerProps {
  readonly server: McpServer;
  readonly onChange: () => void;
  readonly onProblem: (error: unknown) => void;
}

function Server({ server: { id, name, url, tools, problem }, onChange, onProblem }: ServerProps) {
  const { client } = useStore();
  return (
    <li>
      <span className="grow">
        <strong>{name}</strong> <span className="soft">{new URL(url).host}</span>
        <br />
        <span className={problem === null ? "soft" : "problem"}>{problem ?? words.servers.tools(tools.length)}</span>
      </span>
      <button
        type="button"
        className="outlined"
        aria-label={words.servers.readNamed(name)}
        onClick={() => void client.updateMcpServer({ mcpServerId: id }).then(onChange, onProblem)}
      >
        {words.servers.read}
      </button>
      <button
        type="button"
        className="outlined danger"
        aria-label={words.servers.removeNamed(name)}
        onClick={() => void client.deleteMcpServer({ mcpServerId: id }).then(onChange, onProblem)}
      >
        {words.servers.remove}
      </button>
    </li>
  );
}
