/** Links under which a calendar program shows what is due. */
import { useState } from "preact/hooks";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Once } from "./once.tsx";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function CalendarLinks({ workspaceId }: { readonly workspaceId: string }) {
  const { client } = useStore();
  const [made, setMade] = useState<string | null>(null);
  const ask = async () => (await client.listCalendarLinks({ workspaceId })).data;
  const { value: links, failure, read, fail } = useReading(ask, [workspaceId]);
  const [isMaking, setMaking] = useState(false);
  const make = (): void => {
    setMaking(true);
    client
      .createCalendarLink({ workspaceId })
      .then(({ url }) => (setMade(url), read()), fail)
      .finally(() => setMaking(false));
  };
  const remove = (linkId: string): void => void client.removeCalendarLink({ linkId }).then(read, fail);
  return (
    <Part id="calendar" title={words.calendarLinks.title} failure={failure}>
      <p className="soft">{words.calendarLinks.text}</p>
      {made !== null && (
        <Once
          hint={words.calendarLinks.once}
          text={made}
          copy={words.people.copy}
          done={words.calendarLinks.stored}
          onClose={() => setMade(null)}
        />
      )}
      <ul className="rows-plain">
        {links?.map(({ id, createdAt, lastReadAt }) => (
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
      {made === null && (
        <p>
          <button type="button" className="outlined" disabled={isMaking} onClick={make}>
            <Icon name="plus" /> {words.calendarLinks.make}
          </button>
        </p>
      )}
    </Part>
  );
}
