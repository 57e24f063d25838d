/** The times of a schedule, the newest first: what became of each, and why one did not run. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { ListedOccurrence } from "../../../schema/calendar.ts";
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
  /** The one that is looked for; null for none. */
  readonly marked?: string | null;
}

export function Occurrences({ todoId, agentId, version, marked = null }: OccurrencesProps) {
  const { client } = useStore();
  const [{ all, next }, show] = useState<Read>({ all: null, next: null });
  const [problem, setProblem] = useState<string | null>(null);
  const load = (known: readonly ListedOccurrence[], cursor: string | null): void => {
    setProblem(null);
    readUntil(client, { todoId, known, cursor, marked }).then(show, (error: unknown) => setProblem(describe(error)));
  };
  const read = (): void => load([], null);
  useEffect(read, [todoId, version, marked]);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (all === null) return <Loading />;
  if (all.length === 0) return <p className="soft">{words.schedules.noOccurrences}</p>;
  return (
    <>
      <ul className="occurrences">
        {all.map((one) => (
          <li key={one.id} {...(one.id === marked && { ref: intoSight, className: "marked", "aria-current": "true" })}>
            <time dateTime={one.scheduledFor}>{momentInWords(one.scheduledFor)}</time>
            <Became occurrence={one} />
            <Ways occurrence={one} agentId={agentId} />
          </li>
        ))}
      </ul>
      {next !== null && (
        <button type="button" className="quiet link" onClick={() => load(all, next)}>
          {words.schedules.times.more}
        </button>
      )}
    </>
  );
}

/** `all` is null until they are read. */
interface Read {
  readonly all: readonly ListedOccurrence[] | null;
  readonly next: string | null;
}

interface Asked extends Pick<OccurrencesProps, "todoId"> {
  readonly known: readonly ListedOccurrence[];
  readonly cursor: string | null;
  readonly marked: string | null;
}

/** The next page, and as many as it takes to have the one that is looked for. */
async function readUntil(client: Client, { todoId, known, cursor, marked }: Asked): Promise<Read> {
  const limit = marked === null ? 20 : 100;
  const page = await client.listAllOccurrences({ todoId, limit, ...(cursor !== null && { cursor }) });
  const all = [...known, ...page.data];
  const next = page.nextCursor;
  const isThere = marked === null || all.some(({ id }) => id === marked);
  return isThere || next === null ? { all, next } : readUntil(client, { todoId, known: all, cursor: next, marked });
}

function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}

interface WaysProps {
  readonly occurrence: Pick<ListedOccurrence, "reason" | "chatId">;
  readonly agentId: string | null;
}

/** Where a person changes what kept it from running, and what the agent said and did. */
export function Ways({ occurrence: { reason, chatId }, agentId }: WaysProps) {
  const { approvals } = useStore();
  const asked = approvals.all().find((one) => one.chatId === chatId && one.status === "pending");
  const solve = solutionOf(reason, agentId, asked?.id ?? "");
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
  reason: ListedOccurrence["reason"],
  agentId: string | null,
  approvalId: string,
): { readonly label: string; readonly href: string } | null {
  const { solve } = words.schedules;
  if (reason === "off_duty" && agentId !== null) return { label: solve.hours, href: `/agents/${agentId}?tab=hours` };
  if (reason === "insufficient_minutes") return { label: solve.budget, href: "/settings#minutes" };
  if (reason === "awaiting_approval") return { label: solve.approval, href: `/inbox/${approvalId}` };
  return null;
}

/** What the list of times knows of an occurrence beyond its record. */
type More = Partial<Pick<ListedOccurrence, "waitedFor" | "waitsUntil">>;

/** Its state; why it does not run, and until when, or ran late. */
export function Became({ occurrence }: { readonly occurrence: ScheduledOccurrence & More }) {
  const { members } = useStore();
  const { status, reason, waitedFor = null, waitsUntil = null, error, completedBy } = occurrence;
  const person = completedBy === null ? undefined : members.get(completedBy);
  const why = [
    reason === null ? null : words.schedules.reasons[reason],
    waitsUntil === null ? null : words.schedules.until(momentInWords(waitsUntil)),
    waitedFor === null ? null : words.schedules.late(words.schedules.because[waitedFor]),
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
