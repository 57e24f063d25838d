/** What an agent reaches outside: servers, tools that need no asking, and pages of the web. Owners decide; each choice holds at once. */
import { useEffect, useState } from "preact/hooks";
import type { AgentOutside, AgentOutsideUpdate, McpServer } from "../../../schema/outside.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export function Outside({ agentId }: { readonly agentId: string }) {
  const { client } = useStore();
  const [servers, setServers] = useState<readonly McpServer[]>([]);
  const [given, setGiven] = useState<AgentOutside | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  useEffect(() => {
    Promise.all([client.listMcpServers(), client.getOutsideTools({ agentId })]).then(([{ data }, outside]) => {
      setServers(data);
      setGiven(outside);
    }, fail);
  }, [agentId]);
  const change = (update: AgentOutsideUpdate): void => {
    client.updateOutsideTools({ agentId, ...update }).then((outside) => (setGiven(outside), setProblem(null)), fail);
  };
  return (
    <div className="form">
      <p className="soft">{words.outside.text}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {given !== null && (
        <>
          <label className="field">
            <span>{words.outside.web}</span>
            <select
              value={given.webFetch}
              onInput={(event) => change({ webFetch: event.currentTarget.value as AgentOutside["webFetch"] })}
            >
              {(["off", "asks", "allowed"] as const).map((one) => (
                <option key={one} value={one}>
                  {words.outside.webChoices[one]}
                </option>
              ))}
            </select>
          </label>
          {servers.map((server) => (
            <GivenServer key={server.id} server={server} given={given} onChange={change} />
          ))}
          {servers.length === 0 && <p className="soft">{words.outside.none}</p>}
        </>
      )}
    </div>
  );
}

interface GivenProps {
  readonly server: McpServer;
  readonly given: AgentOutside;
  readonly onChange: (update: AgentOutsideUpdate) => void;
}

function GivenServer({ server, given, onChange }: GivenProps) {
  const { id, name, tools } = server;
  const own = given.mcpServers.find(({ serverId }) => serverId === id);
  const others = given.mcpServers.filter(({ serverId }) => serverId !== id);
  const give = (allowedTools: readonly string[] | null): void =>
    onChange({
      mcpServers: allowedTools === null ? others : [...others, { serverId: id, allowedTools: [...allowedTools] }],
    });
  const allowed = own?.allowedTools ?? [];
  return (
    <fieldset className="given">
      <legend>
        <label className="check">
          <input
            type="checkbox"
            checked={own !== undefined}
            onInput={(event) => give(event.currentTarget.checked ? [] : null)}
          />
          <span>{words.outside.give(name)}</span>
        </label>
      </legend>
      {own !== undefined &&
        tools.map((tool) => (
          <label key={tool.name} className="check">
            <input
              type="checkbox"
              checked={allowed.includes(tool.name)}
              onInput={(event) =>
                give(event.currentTarget.checked ? [...allowed, tool.name] : allowed.filter((one) => one !== tool.name))
              }
            />
            <span>
              {words.outside.allow(tool.name)}
              <br />
              <small className="soft" dir="auto">
                {tool.description}
              </small>
            </span>
          </label>
        ))}
    </fieldset>
  );
}
