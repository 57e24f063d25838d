/** Settings: who one is, who and what else is here, and the service. */
import { useEffect, useState } from "preact/hooks";
import type { Capabilities } from "../../../schema/app.ts";
import type { Route } from "../../base/routes.ts";
import { Head } from "../../parts/screen.tsx";
import { Usage } from "../../parts/usage.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { About } from "./about.tsx";
import { ConnectedApps } from "./apps.tsx";
import { CalendarLinks } from "./calendar-links.tsx";
import { Contents } from "./contents.tsx";
import { Import } from "./import.tsx";
import { Account } from "./account.tsx";
import { Keys } from "./keys.tsx";
import { Me } from "./me.tsx";
import { Minutes } from "./minutes.tsx";
import { Notifications } from "./notifications.tsx";
import { ModelCard } from "./model.tsx";
import { People } from "./people.tsx";
import { SignIn } from "./sign-in.tsx";
import { Servers } from "./servers.tsx";
import { SpeechCard } from "./speech.tsx";
import { Workspace } from "./workspace.tsx";

export function SettingsScreen({ route }: { readonly route: Route }) {
  const store = useStore();
  const session = useValue(store.session);
  const [service, setService] = useState<Capabilities | null>(null);
  const readService = (): void => {
    store.client.getCapabilities().then(setService, () => setService(null));
  };
  useEffect(readService, []);
  if (session.kind !== "in") return null;
  return (
    <>
      <Head title={words.places.settings} />
      <div className="scroll settings">
        <Contents openId={route.id} />
        <div className="page">
          <Me />
          <Account />
          <People workspaceId={session.workspaceId} userId={session.user.id} />
          <Servers key={`servers ${session.workspaceId}`} />
          <Workspace key={session.workspaceId} workspaceId={session.workspaceId} />
          <Notifications
            key={`n-${session.workspaceId}`}
            personId={session.user.id}
            hasEmail={service?.email ?? false}
          />
          <CalendarLinks workspaceId={session.workspaceId} />
          <SignIn />
          <ModelCard />
          <SpeechCard onChanged={readService} />
          <Usage />
          <Keys workspaceId={session.workspaceId} />
          <ConnectedApps workspaceId={session.workspaceId} />
          <Minutes workspaceId={session.workspaceId} />
          <Import />
          <About service={service} />
        </div>
      </div>
    </>
  );
}
