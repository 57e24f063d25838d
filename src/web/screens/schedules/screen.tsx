/** All schedules: when each comes next, what became of the last time, and what holds it up. */
import { useEffect, useState } from "preact/hooks";
import type { ScheduledSeries } from "../../../schema/schedule.ts";
import { goOver, refine, type Route } from "../../base/routes.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Failed, Head, Loading } from "../../parts/screen.tsx";
import { panelOf, Tabs } from "../../parts/tabs.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Became, Occurrences } from "./occurrences.tsx";
import { scheduleInWords } from "../../parts/rule-words.ts";
import { Times } from "./times.tsx";
import { Why } from "./why.tsx";

const views = ["scheduled", "attention", "paused", "history"] as const;
type View = (typeof views)[number];
/** The last tab lists times of all schedules, the others schedules. */
const tabs = [...views, "times"] as const;

export function SchedulesScreen({ route }: { readonly route: Route }) {
  const view = tabs.find((one) => one === route.query.get("view")) ?? "scheduled";
  return (
    <>
      <Head title={words.places.schedules} />
      <div className="above">
        <Tabs
          label={words.schedules.label}
          chosen={view}
          onChoose={(value) => refine(`/schedules?view=${value}`)}
          tabs={tabs.map((value) => ({ value, label: words.schedules.views[value] }))}
        />
      </div>
      <div {...panelOf(view)} className="scroll series-list">
        {view === "times" ? <Times query={route.query} /> : <SeriesList view={view} />}
      </div>
    </>
  );
}

function SeriesList({ view }: { readonly view: View }) {
  const { series, problem, read } = useSeries(view);
  if (problem !== null) return <Failed reason={problem} onRetry={read} />;
  if (series === null) return <Loading />;
  if (series.length === 0) return <p className="empty">{words.schedules.empty[view]}</p>;
  return (
    <ul>
      {series.map((one) => (
        <li key={one.id}>
          <Series series={one} onChanged={read} />
        </li>
      ))}
    </ul>
  );
}

function useSeries(view: View) {
  const { client, todos, ports } = useStore();
  const [series, setSeries] = useState<readonly ScheduledSeries[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const read = (): void => {
    client.listScheduledSeries({ view, limit: 100 }).then(
      ({ data }) => (setSeries(data), setProblem(null)),
      (error: unknown) => setProblem(describe(error)),
    );
  };
  useEffect(() => {
    setSeries(null);
    read();
    let cancel: () => void = () => undefined;
    // A run or a change of a schedule is a change of its todo.
    const end = todos.changed.subscribe(({ before, after }) => {
      if (before?.scheduleType == null && after?.scheduleType == null) return;
      cancel();
      cancel = ports.later(300, read);
    });
    return () => (cancel(), end());
  }, [view]);
  return { series, problem, read };
}

function Series({ series, onChanged }: { readonly series: ScheduledSeries; readonly onChanged: () => void }) {
  const { agents } = useStore();
  const { todoId, title, status, nextRunAt, latestOccurrence, scheduleError, agentId } = series;
  const agent = agentId === null ? undefined : agents.get(agentId);
  const [open, setOpen] = useState<"why" | "times" | null>(null);
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
        <Icon name="repeat" size={14} /> {scheduleInWords(series)}
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
            <Control series={series} onChanged={onChanged} />
          </>
        )}
      </p>
      {open === "why" && <Why todoId={todoId} version={series.updatedAt} />}
      {open === "times" && <Occurrences todoId={todoId} version={series.updatedAt} />}
    </article>
  );
}

/** Pause, resume, end. */
function Control({ series, onChanged }: { readonly series: ScheduledSeries; readonly onChanged: () => void }) {
  const { client, notices } = useStore();
  const [isAsking, setAsking] = useState(false);
  const { todoId, status } = series;
  const isPaused = status === "paused";
  const done = (act: Promise<unknown>): void => {
    act.then(onChanged, (error: unknown) => notices.show({ text: describe(error), isProblem: true }));
  };
  return (
    <>
      <button
        type="button"
        className="quiet soft"
        onClick={() => done(client.updateTodo({ todoId, schedulePaused: !isPaused }))}
      >
        {isPaused ? words.schedules.resume : words.schedules.pause}
      </button>
      <button type="button" className="quiet soft" onClick={() => setAsking(true)}>
        {words.schedules.end}
      </button>
      {isAsking && (
        <Confirm
          question={words.schedules.endAsk}
          yes={words.schedules.end}
          no={words.schedules.keep}
          onAnswer={(isYes) => {
            setAsking(false);
            if (isYes) done(client.retireTodoSchedule({ todoId, retirementRunPolicy: "finish" }));
          }}
        />
      )}
    </>
  );
}
