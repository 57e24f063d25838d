/** The times of a schedule, the newest first: what became of each, and why one did not run. */
import { useEffect, useState } from "preact/hooks";
import type { ScheduledOccurrence } from "../../../schema/schedule.ts";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export interface OccurrencesProps {
  readonly todoId: string;
  /** The agent that is assigned; null for none. */
  readonly agentId: string | null;
  /** Read again when this changes. */
  readonly version: string;
}

export function Occurrences({ todoId, agentId, version }: OccurrencesProps) {
  const { client } = useStore();
  const [all, setAll] = useState<readonly ScheduledOccurrence[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const load = (cursor: string | null): void => {
    setProblem(null);
    client.listScheduledOccurrences({ todoId, limit: 20, ...(cursor !== null && { cursor }) }).then(
      ({ data, nextCursor }) => {
        setAll((known) => (cursor === null ? data : [...(known ?? []), ...data]));
        setNext(nextCursor);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => load(null), [todoId, version]);
  if (problem !== null) return <Failed reason={problem} onRetry={() => load(null)} />;
  if (all === null) return <Loading />;
  if (all.length === 0) return <p className="soft">{words.schedules.noOccurrences}</p>;
  return (
    <>
      <ul className="occurrences">
        {all.map((one) => (
          <li key={one.id}>
            <time dateTime={one.scheduledFor}>{momentInWords(one.scheduledFor)}</time>
            <Became occurrence={one} />
            <Ways occurrence={one} agentId={agentId} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" className="quiet link" onClick={() => load(next)}>
          {words.schedules.times.more}
        </button>
      )}
    </>
  );
}

interface WaysProps {
  readonly occurrence: Pick<ScheduledOccurrence, "reason" | "chatId">;
  readonly agentId: string | null;
}

/** Where a person changes what kept it from running, and what the agent said and did. */
export function Ways({ occurrence: { reason, chatId }, agentId }: WaysProps) {
  const solve = solutionOf(reason, agentId);
  return (
    <>
      {solve !== null && (
        <button type="button" className="quiet link" onClick={() => go(solve.href)}>
          {solve.label}
        </button>
      )}
      {chatId !== null && (
        <button type="button" className="quiet link" onClick={() => go(`/chats/${chatId}`)}>
          {words.history.toChat}
        </button>
      )}
    </>
  );
}

function solutionOf(
  reason: ScheduledOccurrence["reason"],
  agentId: string | null,
): { readonly label: string; readonly href: string } | null {
  const { solve } = words.schedules;
  if (reason === "off_duty" && agentId !== null) return { label: solve.hours, href: `/agents/${agentId}?tab=hours` };
  if (reason === "insufficient_minutes") return { label: solve.budget, href: "/settings#minutes" };
  if (reason === "awaiting_approval") return { label: solve.approval, href: "/inbox" };
  return null;
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
