/** All times of all schedules: what is to come, what became of what passed, why something did not run, and where that is solved. */
import { useState } from "preact/hooks";
import type { CalendarEntry, ListedOccurrence } from "../../../schema/calendar.ts";
import { goOver, refine } from "../../base/routes.ts";
import { Chip } from "../../parts/chip.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Failed, Loading } from "../../parts/screen.tsx";
import { useRecords, useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Became, Ways } from "./occurrences.tsx";
import { daysAhead, type TimesFilter, useTimes } from "./use-times.ts";

const foldedTo = 5;
const states = ["scheduled", "queued", "running", "completed", "failed", "skipped", "missed", "cancelled"] as const;

export function Times({ query }: { readonly query: URLSearchParams }) {
  const filter: TimesFilter = {
    status: states.find((one) => one === query.get("state")) ?? null,
    agentId: query.get("agent"),
  };
  const { times, problem, read, more } = useTimes(filter);
  const said = words.schedules.times;
  return (
    <div className="times">
      <Filters query={query} filter={filter} />
      {problem !== null && <Failed reason={problem} onRetry={read} />}
      {problem === null && times === null && <Loading />}
      {times?.coming.length === 0 && times.past.length === 0 && <p className="empty">{said.none}</p>}
      {times !== null && times.coming.length > 0 && <Ahead all={times.coming} />}
      {times !== null && times.past.length > 0 && (
        <section aria-label={said.past}>
          <h2>{said.past}</h2>
          <ul className="occurrences">
            {times.past.map((one) => (
              <Past key={one.id} occurrence={one} />
            ))}
          </ul>
        </section>
      )}
      {times !== null && times.next !== null && (
        <button type="button" className="outlined" onClick={more}>
          {said.more}
        </button>
      )}
    </div>
  );
}

/** The next of them; the others when asked, because what passed lies below. */
function Ahead({ all }: { readonly all: readonly CalendarEntry[] }) {
  const [isFolded, setFolded] = useState(true);
  const said = words.schedules.times.coming(daysAhead);
  const shown = isFolded && all.length > foldedTo + 1 ? all.slice(0, foldedTo) : all;
  return (
    <section aria-label={said}>
      <h2>{said}</h2>
      <ul className="occurrences">
        {shown.map((one) => (
          <Coming key={`${one.todoId} ${one.at ?? ""}`} entry={one} />
        ))}
      </ul>
      {shown.length < all.length && (
        <button type="button" className="quiet link" onClick={() => setFolded(false)}>
          {words.unfold(all.length - shown.length)}
        </button>
      )}
    </section>
  );
}

/** By state and by agent; both are in the address. */
function Filters({ query, filter }: { readonly query: URLSearchParams; readonly filter: TimesFilter }) {
  const { agents } = useStore();
  useRecords(agents);
  const set = (name: string) => (value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    refine(`/schedules?${next.toString()}`);
  };
  return (
    <div className="chips" role="group" aria-label={words.filters}>
      <Chip
        label={words.fields.status}
        chosen={filter.status ?? undefined}
        choices={states.map((value) => ({ value, label: words.schedules.states[value] }))}
        onSet={set("state")}
      />
      <Chip
        label={words.groupings.agent}
        chosen={filter.agentId ?? undefined}
        choices={agents.all().map(({ id, name }) => ({ value: id, label: name }))}
        onSet={set("agent")}
      />
    </div>
  );
}

interface NamedProps {
  readonly todoId: string;
  readonly title: string | null;
  readonly agentId: string | null;
}

/** Which todo it was, and whose. */
function Named({ todoId, title, agentId }: NamedProps) {
  const { agents } = useStore();
  const agent = agentId === null ? undefined : agents.get(agentId);
  return (
    <span className="named">
      <button type="button" className="inline" onClick={() => goOver(`/todos/${todoId}`)}>
        <span dir="auto">{title ?? words.untitled}</span>
      </button>
      {agent !== undefined && (
        <span className="soft" dir="auto">
          {agent.name}
        </span>
      )}
    </span>
  );
}

function Coming({ entry }: { readonly entry: CalendarEntry }) {
  const at = entry.at ?? "";
  return (
    <li>
      <time dateTime={at}>{momentInWords(at)}</time>
      <Named {...entry} />
    </li>
  );
}

function Past({ occurrence }: { readonly occurrence: ListedOccurrence }) {
  const { scheduledFor } = occurrence;
  return (
    <li>
      <time dateTime={scheduledFor}>{momentInWords(scheduledFor)}</time>
      <Named {...occurrence} />
      <Became occurrence={occurrence} />
      <Ways occurrence={occurrence} agentId={occurrence.agentId} />
    </li>
  );
}
