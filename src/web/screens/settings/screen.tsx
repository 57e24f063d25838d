/** Settings: me, this browser, keys for programs, and signing out. */
import { useEffect, useState } from "preact/hooks";
import type { Capabilities } from "../../../schema/app.ts";
import { Head } from "../../parts/screen.tsx";
import { change, settings } from "../../parts/settings.ts";
import { Usage } from "../../parts/usage.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { languages, nameOf, words } from "../../words/index.ts";
import { About } from "./about.tsx";
import { ConnectedApps } from "./apps.tsx";
import { CalendarLinks } from "./calendar-links.tsx";
import { Import } from "./import.tsx";
import { Account } from "./account.tsx";
import { Keys } from "./keys.tsx";
import { Minutes } from "./minutes.tsx";
import { OwnName } from "./name.tsx";
import { Notifications } from "./notifications.tsx";
import { ModelCard } from "./model.tsx";
import { People } from "./people.tsx";
import { SignIn } from "./sign-in.tsx";
import { Servers } from "./servers.tsx";
import { Workspace } from "./workspace.tsx";

export function SettingsScreen() {
  const store = useStore();
  const session = useValue(store.session);
  const { theme, singleKeys, language: chosen } = useValue(settings);
  const [service, setService] = useState<Capabilities | null>(null);
  useEffect(() => {
    store.client.getCapabilities().then(setService, () => setService(null));
  }, []);
  if (session.kind !== "in") return null;
  const signOut = (): void => {
    store
      .signOut()
      .catch((error: unknown) =>
        store.notices.show({ text: words.refused(words.settings.signOut, describe(error)), isProblem: true }),
      );
  };
  // Every part of the page has words: it is read again.
  const choose = (language: typeof chosen): void => {
    change({ language });
    location.reload();
  };
  return (
    <>
      <Head title={words.places.settings} />
      <div className="scroll page">
        <section className="card">
          <h2>{words.settings.me}</h2>
          <OwnName />
          <label className="field">
            <span>{words.settings.theme}</span>
            <select value={theme} onInput={(event) => change({ theme: event.currentTarget.value as typeof theme })}>
              {(["system", "light", "dark"] as const).map((one) => (
                <option key={one} value={one}>
                  {words.settings.themes[one]}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>{words.settings.language}</span>
            <select value={chosen} onInput={(event) => choose(event.currentTarget.value as typeof chosen)}>
              <option value="system">{words.settings.themes.system}</option>
              {languages.map((one) => (
                <option key={one} value={one} lang={one}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </label>
          <label className="check">
            <input
              type="checkbox"
              checked={singleKeys}
              onInput={(event) => change({ singleKeys: event.currentTarget.checked })}
            />
            <span>{words.settings.singleKeys}</span>
          </label>
          <p className="buttons">
            <button type="button" className="outlined" onClick={signOut}>
              {words.settings.signOut}
            </button>
          </p>
        </section>
        <Account />
        <People workspaceId={session.workspaceId} userId={session.user.id} />
        <Servers key={`servers ${session.workspaceId}`} />
        <Workspace key={session.workspaceId} workspaceId={session.workspaceId} />
        <Notifications key={`n-${session.workspaceId}`} personId={session.user.id} hasEmail={service?.email ?? false} />
        <CalendarLinks workspaceId={session.workspaceId} />
        <SignIn />
        <ModelCard />
        <Usage />
        <Keys workspaceId={session.workspaceId} />
        <ConnectedApps workspaceId={session.workspaceId} />
        <Minutes workspaceId={session.workspaceId} />
        <Import />
        <About service={service} />
      </div>
    </>
  );
}
