/** Programs that the people of the workspace let in; each can be shut out again. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

type App = Awaited<ReturnType<Client["listConnectedApps"]>>["data"][number];

export function ConnectedApps({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [apps, setApps] = useState<readonly App[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void =>
    void client
      .listConnectedApps({ workspaceId })
      .then(({ data }) => setApps(data.filter(({ revokedAt }) => revokedAt === null)), fail);
  useEffect(load, [workspaceId]);
  const revoke = (connectedAppId: string): void => void client.revokeConnectedApp({ connectedAppId }).then(load, fail);
  return (
    <Part title={words.apps.title} problem={problem}>
      <p className="soft">{words.apps.text}</p>
      {apps?.length === 0 && <p>{words.apps.none}</p>}
      <ul className="rows-plain">
        {apps?.map(({ id, name, redirectHost, lastUsedAt }) => (
          <li key={id}>
            <span className="grow">
              <strong dir="auto">{name}</strong> <span className="soft">{redirectHost}</span>
            </span>
            <span className="soft">
              {lastUsedAt === null ? words.keys.unused : words.apps.used(momentInWords(lastUsedAt))}
            </span>
            <button
              type="button"
              className="outlined danger"
              aria-label={words.keys.revokeNamed(name)}
              onClick={() => revoke(id)}
            >
              {words.keys.revoke}
            </button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
