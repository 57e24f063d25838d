/** Accounts at the OpenID Connect provider that sign the person in. Shown where there is a provider. */
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Refused, useProvider } from "../sign-in/provider.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function Provider() {
  const { client } = useStore();
  const provider = useProvider();
  const ask = async () => (await client.listProviderIdentities()).data;
  const { value: identities, failure, read, fail } = useReading(ask, []);
  const link = (): void =>
    void client.linkProviderIdentity({ to: "/settings" }).then(({ url }) => location.assign(url), fail);
  const unlink = (identityId: string): void => void client.unlinkProviderIdentity({ identityId }).then(read, fail);
  if (provider === null) return null;
  return (
    <Part title={words.provider.title} failure={failure}>
      <Refused />
      <p className="soft">{words.provider.text(provider)}</p>
      <ul className="rows-plain">
        {identities?.map(({ id, email, issuer, createdAt }) => (
          <li key={id}>
            <span className="grow" dir="auto">
              {email ?? issuer}
            </span>
            <span className="soft">{words.provider.since(momentInWords(createdAt))}</span>
            <button
              type="button"
              className="outlined danger"
              aria-label={words.provider.unlinkNamed(email ?? issuer)}
              onClick={() => unlink(id)}
            >
              {words.provider.unlink}
            </button>
          </li>
        ))}
      </ul>
      <p className="buttons">
        <button type="button" className="outlined" onClick={link}>
          {words.provider.link(provider)}
        </button>
      </p>
    </Part>
  );
}
