/** Sign-in at an OpenID Connect provider: the way there, and why it led nowhere. */
import { useEffect, useState } from "preact/hooks";
import { here } from "../../base/routes.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

/** Host of the provider; null without one, and until it is known. */
export function useProvider(): string | null {
  const { client } = useStore();
  const [provider, setProvider] = useState<string | null>(null);
  useEffect(() => {
    void client.getSession().then(
      (session) => setProvider(session.provider),
      () => undefined,
    );
  }, []);
  return provider;
}

/** What the address says of a sign-in that was refused. */
export function Refused() {
  const reason = here.value.query.get("refused");
  const texts: Readonly<Record<string, string | undefined>> = words.provider.refused;
  const text = reason === null ? undefined : texts[reason];
  if (text === undefined) return null;
  return (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

/** Where there is a provider, the link to it; `to` is where the person wants to be afterwards. */
export function ProviderLink({ to }: { readonly to: string }) {
  const provider = useProvider();
  if (provider === null) return null;
  return (
    <a className="provider outlined" href={`/app/v1/oidc/start?${new URLSearchParams({ to }).toString()}`}>
      {words.provider.signIn(provider)}
    </a>
  );
}
