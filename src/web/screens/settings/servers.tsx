/** Outside servers, whose tools agents can be given: owners connect them. */
import type { McpServer } from "../../../schema/outside.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Field, Form } from "../sign-in/form.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function Servers() {
  const { client } = useStore();
  const ask = async () => (await client.listMcpServers()).data;
  const { value: servers, failure, isForbidden, read, fail } = useReading(ask, []);
  const connect = async ({ name = "", url = "", secret = "" }: Readonly<Record<string, string>>): Promise<void> => {
    await client.createMcpServer({ name, url, ...(secret !== "" && { secret }) });
    read();
  };
  return (
    <Part id="outside-servers" title={words.servers.title} failure={failure}>
      <p className="soft">{words.servers.text}</p>
      {isForbidden && <p className="soft">{words.servers.ownersOnly}</p>}
      {servers !== null && servers.length > 0 && (
        <ul className="rows-plain">
          {servers.map((server) => (
            <Server key={server.id} server={server} onChange={read} onProblem={fail} />
          ))}
        </ul>
      )}
      {servers !== null && (
        <Form title={words.servers.connect} submit={words.servers.submit} onSubmit={connect} isPart>
          <Field label={words.servers.name} name="name" required maxLength={20} hint={words.servers.nameHint} />
          <Field label={words.servers.url} name="url" type="url" required />
          <Field label={words.servers.secret} name="secret" type="password" autocomplete="off" />
        </Form>
      )}
    </Part>
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
