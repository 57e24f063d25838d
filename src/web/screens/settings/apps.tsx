/** Programs that the people of the workspace let in; each can be shut out again. */
import { AskingButton } from "../../parts/asking-button.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function ConnectedApps({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const ask = async () =>
    (await client.listConnectedApps({ workspaceId })).data.filter(({ revokedAt }) => revokedAt === null);
  const { value: apps, failure, read, fail } = useReading(ask, [workspaceId]);
  const revoke = (connectedAppId: string): void => void client.revokeConnectedApp({ connectedAppId }).then(read, fail);
  return (
    <Part id="apps" title={words.apps.title} failure={failure}>
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
            <AskingButton
              label={words.keys.revoke}
              name={words.keys.revokeNamed(name)}
              question={words.keys.revokeAsk(name)}
              onYes={() => revoke(id)}
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}
