/** Accounts at the OpenID Connect provider that sign the person in. Shown where there is a provider. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Refused, useProvider } from "../sign-in/provider.tsx";

type Identity = Awaited<ReturnType<Client["listProviderIdentities"]>>["data"][number];

export function Provider() {
  const { client } = useStore();
  const provider = useProvider();
  const [identities, setIdentities] = useState<readonly Identity[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void => void client.listProviderIdentities().then(({ data }) => setIdentities(data), fail);
  useEffect(load, []);
  const link = (): void =>
    void client.linkProviderIdentity({ to: "/settings" }).then(({ url }) => location.assign(url), fail);
  const unlink = (identityId: string): void => void client.unlinkProviderIdentity({ identityId }).then(load, fail);
  if (provider === null) return null;
  return (
    <section className="card">
      <h2>{words.provider.title}</h2>
      <Refused />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="soft">{words.provider.text(provider)}</p>
      <ul className="rows-plain">
        {identities.map(({ id, email, issuer, createdAt }) => (
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
    </section>
  );
}
