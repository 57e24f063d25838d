/** What the day holds: late, due, what comes again, in progress, and what waits for a decision. */
import { go } from "../../base/routes.ts";
import { longDay, soonInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Head, Loading, NotRead } from "../../parts/screen.tsx";
import { useMinute, useRecords, useStore, useToday, useValue } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Composer } from "../todos/composer.tsx";
import { todayRule } from "../todos/groups.ts";
import { TodoList } from "../todos/todo-list.tsx";
import { NothingDue } from "./nothing-due.tsx";
import { Suggested } from "./suggested.tsx";
import { useAgain } from "./use-again.ts";

export function TodayScreen() {
  const today = useToday();
  const { hours: again, isRead, problem, read } = useAgain(today);
  const test = (todo: TodoRow): boolean => {
    if (todo.isArchived || todo.isSuggested || todo.status === "done") return false;
    const isDue = todo.dueDate !== null && todo.dueDate <= today;
    return isDue || again.has(todo.id) || todo.status === "in_progress" || todo.latestRun?.status === "running";
  };
  return (
    <>
      <Head title={words.places.today} count={longDay(today)} />
      <div className="above">
        <Composer preset={{ dueDate: today }} />
        {problem !== null && <NotRead reason={words.notRead.again(problem)} onRetry={read} />}
        <Waiting />
        <Suggested />
      </div>
      <TodoList
        label={words.places.today}
        test={test}
        rule={todayRule(today, again)}
        given={[today, again]}
        hours={again}
        foldAt={50}
        empty={isRead ? <NothingDue today={today} /> : problem === null && <Loading />}
      />
    </>
  );
}

/** Requests of agents, which wait for nobody else; said with it is when the first of them expires. */
function Waiting() {
  const store = useStore();
  const { approvals } = store;
  const reading = useValue(store.reading);
  useRecords(approvals);
  const now = useMinute();
  const waiting = approvals.all().filter(({ status }) => status === "pending");
  const [first] = waiting.map(({ expiresAt }) => expiresAt).toSorted();
  if (first === undefined)
    return reading.kind === "failed" ? (
      <NotRead reason={words.notRead.more(reading.reason)} onRetry={() => void store.readMore()} />
    ) : null;
  const soon = soonInWords(first, now);
  return (
    <button type="button" className="waiting" onClick={() => go("/inbox")}>
      <Icon name="shield" />
      <span className="grow">
        {words.inbox.waiting(waiting.length)}{" "}
        {soon !== null && <span className="soon">{words.inbox.firstEnds(soon)}</span>}
      </span>
      <span className="link">{words.inbox.look}</span>
    </button>
  );
}
