/** Where the person is signed in; every other session can be ended. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

type Session = Awaited<ReturnType<Client["listSessions"]>>["data"][number];

export function Sessions() {
  const { client } = useStore();
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const fail = (error: unknown): void => setProblem(describe(error));
  const load = (): void => void client.listSessions().then(({ data }) => setSessions(data), fail);
  useEffect(load, []);
  const end = (sessionId: string): void => void client.endOtherSession({ sessionId }).then(load, fail);
  return (
    <section className="card">
      <h2>{words.settings.sessions}</h2>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <ul className="rows-plain">
        {sessions.map(({ id, createdAt, expiresAt, isCurrent }) => (
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
    </section>
  );
}
