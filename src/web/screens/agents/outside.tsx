/** What an agent reaches outside: servers, tools that need no asking, and pages of the web. Owners decide; each choice holds at once. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentOutside, McpServer } from "../../../schema/outside.ts";
import { DayshiftError } from "../../../client/errors.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

type Seen = Pick<AgentOutside, "mcpServers" | "webFetch">;

export function Outside({ agentId }: { readonly agentId: string }) {
  const { client, notices } = useStore();
  const [servers, setServers] = useState<readonly McpServer[]>([]);
  const [given, setGiven] = useState<AgentOutside | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What the person sees, how many choices are on their way, and the last of them. */
  const shown = useRef(given);
  const pending = useRef(0);
  const sent = useRef(Promise.resolve());
  const fail = (error: unknown): void => setProblem(describe(error));
  const show = (outside: AgentOutside): void => {
    shown.current = outside;
    setGiven(outside);
  };
  useEffect(() => {
    Promise.all([client.listMcpServers(), client.getOutsideTools({ agentId })]).then(([{ data }, outside]) => {
      setServers(data);
      show(outside);
    }, fail);
  }, [agentId]);
  const save = async (mine: Partial<Seen>, expected: Partial<Seen>): Promise<void> => {
    try {
      const now = await client.updateOutsideTools({ agentId, ...mine, expected });
      if (pending.current === 1) show(now);
      setProblem(null);
    } catch (error) {
      show(await client.getOutsideTools({ agentId }));
      if (!(error instanceof DayshiftError) || error.param !== "expected") return fail(error);
      notices.show({
        text: words.todo.crossedField,
        isProblem: true,
        action: { label: words.todo.keepMine, run: () => change(mine) },
      });
    }
  };
  /** Shows the choice, and sends it after those before it, over what the person saw. */
  const change = (update: Partial<Seen>): void => {
    const seen = shown.current;
    if (seen === null) return;
    const expected: Partial<Seen> = {
      ...(update.mcpServers !== undefined && { mcpServers: seen.mcpServers }),
      ...(update.webFetch !== undefined && { webFetch: seen.webFetch }),
    };
    show({ ...seen, ...update });
    pending.current += 1;
    sent.current = sent.current
      .then(() => save(update, expected))
      .catch(fail)
      .finally(() => (pending.current -= 1));
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
  readonly onChange: (update: Partial<Seen>) => void;
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
