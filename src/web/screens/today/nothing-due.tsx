/** An empty day: what comes next stands there. */
import { useEffect } from "preact/hooks";
import { addDays } from "../../base/days.ts";
import { goOver } from "../../base/routes.ts";
import { zone } from "../../base/zone.ts";
import { dayInWords, timeInWords } from "../../parts/due.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useStore, useView } from "../../parts/use.ts";
import { onSchedules } from "../../store/on-schedules.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { comesNext, type Hours, hoursOf, nextFirst } from "./comes-next.ts";

const shown = 3;
const noHours: Hours = new Map();

export function NothingDue({ today }: { readonly today: string }) {
  const tomorrow = addDays(today, 1);
  const { hours, failure, read } = useHours(tomorrow);
  return (
    <div className="empty">
      <p className="large">{words.empty.today}</p>
      {failure !== null && <NotRead reason={words.notRead.tomorrow(failure.reason)} onRetry={read} />}
      {(hours !== null || failure !== null) && <Next hours={hours ?? noHours} today={today} tomorrow={tomorrow} />}
    </div>
  );
}

interface NextProps {
  readonly hours: Hours;
  readonly today: string;
  readonly tomorrow: string;
}

/** The first that are due from tomorrow on, with those that come again tomorrow at their hour. */
function Next({ hours, today, tomorrow }: NextProps) {
  const { todos } = useStore();
  const test = (todo: TodoRow): boolean => comesNext(todo, tomorrow, hours);
  const next = useView(todos, { test, compare: nextFirst(tomorrow, hours) }, [tomorrow, hours]).rows.slice(0, shown);
  if (next.length === 0) return null;
  return (
    <>
      <h2>{words.empty.next}</h2>
      <ul className="next">
        {next.map(({ id, title, dueDate }) => {
          const at = hours.get(id);
          const day = dayInWords(at === undefined ? (dueDate ?? tomorrow) : tomorrow, today);
          return (
            <li key={id}>
              <button type="button" className="bare" onClick={() => goOver(`/todos/${id}`)}>
                <span dir="auto">{title ?? words.untitled}</span>
                <span className="soft">{at === undefined ? day : `${day}, ${timeInWords(Date.parse(at))}`}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The instants at which todos come again on that day; null until they are read. Read again when a schedule changes. */
function useHours(day: string) {
  const store = useStore();
  const ask = async (): Promise<Hours> => {
    const { data } = await store.client.getCalendar({ from: day, to: day, timezone: zone.value });
    return hoursOf(data);
  };
  const { value: hours, failure, read } = useReading(ask, [day]);
  useEffect(() => onSchedules(store, read), [day]);
  return { hours, failure, read };
}
