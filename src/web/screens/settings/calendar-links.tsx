/** Links under which a calendar program shows what is due. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

type Link = Awaited<ReturnType<Client["listCalendarLinks"]>>["data"][number];

export function CalendarLinks({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [links, setLinks] = useState<readonly Link[]>([]);
  const [made, setMade] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void => void client.listCalendarLinks({ workspaceId }).then(({ data }) => setLinks(data), fail);
  useEffect(load, [workspaceId]);
  const make = (): void =>
    void client.createCalendarLink({ workspaceId }).then(({ url }) => (setMade(url), load()), fail);
  const remove = (linkId: string): void => void client.removeCalendarLink({ linkId }).then(load, fail);
  return (
    <Part title={words.calendarLinks.title} problem={problem}>
      <p className="soft">{words.calendarLinks.text}</p>
      {made !== null && (
        <div className="made">
          <p>
            <strong>{words.calendarLinks.once}</strong>
          </p>
          <pre>{made}</pre>
          <p className="buttons">
            <button type="button" className="primary" onClick={() => void navigator.clipboard?.writeText(made)}>
              {words.people.copy}
            </button>
            <button type="button" className="outlined" onClick={() => setMade(null)}>
              {words.calendarLinks.stored}
            </button>
          </p>
        </div>
      )}
      <ul className="rows-plain">
        {links.map(({ id, createdAt, lastReadAt }) => (
          <li key={id}>
            <span className="grow">{words.settings.since(momentInWords(createdAt))}</span>
            <span className="soft">
              {lastReadAt === null ? words.keys.unused : words.calendarLinks.read(momentInWords(lastReadAt))}
            </span>
            <button
              type="button"
              className="outlined danger"
              aria-label={words.calendarLinks.removeNamed(momentInWords(createdAt))}
              onClick={() => remove(id)}
            >
              {words.people.remove}
            </button>
          </li>
        ))}
      </ul>
      <p>
        <button type="button" className="outlined" onClick={make}>
          <Icon name="plus" /> {words.calendarLinks.make}
        </button>
      </p>
    </Part>
  );
}
