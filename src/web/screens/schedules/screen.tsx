/** All schedules: when each comes next, what became of the last time, and what holds it up. */
import { useRef, useState } from "preact/hooks";
import type { ScheduledSeries } from "../../../schema/schedule.ts";
import { goOver, refine, type Route } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Head, Loading } from "../../parts/screen.tsx";
import { panelOf, Tabs } from "../../parts/tabs.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Control, Paused } from "./control.tsx";
import { Became, Occurrences } from "./occurrences.tsx";
import { scheduleInWords } from "../../parts/rule-words.ts";
import { Times } from "./times.tsx";
import { useAttention, useSeries, type View } from "./use-series.ts";
import { Why } from "./why.tsx";

/** The last tab lists times of all schedules, the others schedules. */
const tabs = ["attention", "scheduled", "paused", "history", "times"] as const;

export function SchedulesScreen({ route }: { readonly route: Route }) {
  const attention = useAttention();
  const usual = useUsual(attention);
  const view = tabs.find((one) => one === route.query.get("view")) ?? usual;
  const labelOf = (tab: (typeof tabs)[number]): string =>
    tab === "attention" && attention !== null && attention > 0
      ? words.schedules.attention(attention)
      : words.schedules.views[tab];
  return (
    <>
      <Head title={words.places.schedules} />
      <div className="above">
        <Tabs
          label={words.schedules.label}
          chosen={view ?? "scheduled"}
          onChoose={(value) => refine(`/schedules?view=${value}`)}
          tabs={tabs.map((value) => ({ value, label: labelOf(value) }))}
        />
      </div>
      <div {...panelOf(view ?? "scheduled")} className="scroll series-list">
        {view === null ? <Loading /> : view === "times" ? <Times query={route.query} /> : <SeriesList view={view} />}
      </div>
    </>
  );
}

/** What needs attention comes first, where anything does when the screen is opened; null until that is known. */
function useUsual(attention: number | null): View | null {
  const usual = useRef<View | null>(null);
  if (usual.current === null && attention !== null) usual.current = attention > 0 ? "attention" : "scheduled";
  return usual.current;
}

function SeriesList({ view }: { readonly view: View }) {
  const { series, problem, hasMore, read, more } = useSeries(view);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (series === null) return <Loading />;
  if (series.length === 0) return <p className="empty">{words.schedules.empty[view]}</p>;
  return (
    <>
      <ul>
        {series.map((one) => (
          <li key={one.id}>
            <Series series={one} onChanged={read} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="outlined" onClick={more}>
          {words.schedules.more}
        </button>
      )}
    </>
  );
}

function Series({ series, onChanged }: { readonly series: ScheduledSeries; readonly onChanged: () => void }) {
  const { agents } = useStore();
  const { todoId, title, status, nextRunAt, latestOccurrence, scheduleError, agentId } = series;
  const agent = agentId === null ? undefined : agents.get(agentId);
  const [open, setOpen] = useState<"why" | "times" | null>(null);
  const isPaused = status === "paused";
  const toggle = (which: "why" | "times") => () => setOpen(open === which ? null : which);
  return (
    <article className="card series" aria-label={title ?? words.untitled}>
      <header>
        <button type="button" className="inline grow" onClick={() => goOver(`/todos/${todoId}`)}>
          <strong dir="auto">{title ?? words.untitled}</strong>
        </button>
        {agent !== undefined && (
          <span className="chip" dir="auto">
            {agent.name}
          </span>
        )}
      </header>
      <p>
        <Icon name="repeat" size={14} /> {isPaused && <Paused />}
        {scheduleInWords(series, nextRunAt ?? latestOccurrence?.scheduledFor)}
      </p>
      <p className="soft">
        {nextRunAt !== null && <span>{words.schedules.next(momentInWords(nextRunAt))} · </span>}
        {latestOccurrence === null ? (
          words.schedules.never
        ) : (
          <>
            {momentInWords(latestOccurrence.scheduledFor)} <Became occurrence={latestOccurrence} />
          </>
        )}
      </p>
      {scheduleError !== null && <p className="problem">{scheduleError.message}</p>}
      <p className="foot buttons">
        <button type="button" className="quiet link" aria-expanded={open === "times"} onClick={toggle("times")}>
          {words.schedules.occurrences}
        </button>
        {status !== "ended" && (
          <>
            <button type="button" className="quiet link" aria-expanded={open === "why"} onClick={toggle("why")}>
              {words.schedules.why}
            </button>
            <Control todoId={todoId} isPaused={isPaused} onChanged={onChanged} />
          </>
        )}
      </p>
      {open === "why" && <Why todoId={todoId} version={series.updatedAt} />}
      {open === "times" && <Occurrences todoId={todoId} agentId={agentId} version={series.updatedAt} />}
    </article>
  );
}
