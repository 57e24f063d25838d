/** Where the person is signed in; every other session can be ended. */
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

export function Sessions() {
  const { client } = useStore();
  const { value: sessions, failure, read, fail } = useReading(async () => (await client.listSessions()).data, []);
  const end = (sessionId: string): void => void client.endOtherSession({ sessionId }).then(read, fail);
  return (
    <Part id="sessions" title={words.settings.sessions} failure={failure}>
      <ul className="rows-plain">
        {sessions?.map(({ id, createdAt, expiresAt, isCurrent }) => (
          <li key={id}>
            <span className="grow">
              {isCurrent ? words.settings.thisOne : words.settings.since(momentInWords(createdAt))}
            </span>
            <span className="soft">{words.settings.until(momentInWords(expiresAt))}</span>
            {!isCurrent && (
              <button
                type="button"
                className="outlined danger"
                aria-label={words.settings.endNamed(momentInWords(createdAt))}
                onClick={() => end(id)}
              >
                {words.settings.end}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Part>
  );
}
