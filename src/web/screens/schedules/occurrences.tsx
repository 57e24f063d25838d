/** The times of a schedule, the newest first: what became of each, and why one did not run. */
import { useEffect, useState } from "preact/hooks";
import type { ScheduledOccurrence } from "../../../schema/schedule.ts";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export function Occurrences({ todoId, version }: { readonly todoId: string; readonly version: string }) {
  const { client } = useStore();
  const [all, setAll] = useState<readonly ScheduledOccurrence[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    client.listScheduledOccurrences({ todoId, limit: 20 }).then(
      ({ data }) => setAll(data),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(read, [todoId, version]);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (all === null) return <Loading />;
  if (all.length === 0) return <p className="soft">{words.schedules.noOccurrences}</p>;
  return (
    <ul className="occurrences">
      {all.map((one) => (
        <li key={one.id}>
          <time dateTime={one.scheduledFor}>{momentInWords(one.scheduledFor)}</time>
          <Became occurrence={one} />
          {one.chatId !== null && (
            <button type="button" className="quiet link" onClick={() => go(`/chats/${one.chatId ?? ""}`)}>
              {words.history.toChat}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Its state, and the reason where there is one. */
export function Became({ occurrence }: { readonly occurrence: ScheduledOccurrence }) {
  const { members } = useStore();
  const { status, reason, error, completedBy } = occurrence;
  const person = completedBy === null ? undefined : members.get(completedBy);
  const why = [
    reason === null ? null : words.schedules.reasons[reason],
    error,
    person === undefined ? null : words.schedules.by(person.name === "" ? person.email : person.name),
  ].filter((one) => one !== null);
  return (
    <span className="grow">
      <span className={`state ${status}`}>{words.schedules.states[status]}</span>
      {why.length > 0 && <span className="soft">: {why.join(", ")}</span>}
    </span>
  );
}
