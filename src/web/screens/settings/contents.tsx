/** The parts of the settings in their order: each has an address, `/settings/keys`. On a phone they are behind one line. */
import { Link } from "../../parts/link.tsx";
import { useMedia } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

const parts = () =>
  [
    ["me", words.settings.me],
    ["account", words.account.title],
    ["members", words.people.title],
    ["outside-servers", words.servers.title],
    ["workspace", words.settings.workspace],
    ["notifications", words.notify.title],
    ["calendar", words.calendarLinks.title],
    ["sessions", words.settings.sessions],
    ["second-step", words.secondFactor.title],
    ["model", words.model.title],
    ["speech", words.speech.title],
    ["keys", words.keys.title],
    ["apps", words.apps.title],
    ["minutes", words.minutes.title],
    ["import", words.imports.title],
    ["about", words.service.title],
  ] as const;

export function Contents({ openId }: { readonly openId: string | null }) {
  const isNarrow = useMedia("(max-width: 1023px)");
  const links = (
    <nav className="contents" aria-label={words.settings.parts}>
      {parts().map(([id, title]) => (
        <Link key={id} href={`/settings/${id}`} isHere={id === openId}>
          {title}
        </Link>
      ))}
    </nav>
  );
  if (!isNarrow) return links;
  return (
    // It closes when a part was chosen.
    <details key={openId} className="all-parts">
      <summary>{words.settings.parts}</summary>
      {links}
    </details>
  );
}
