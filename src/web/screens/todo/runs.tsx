/** What agents did on a todo, and why one that waits does not run. */
import { useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { ListedOccurrence } from "../../../schema/calendar.ts";
import type { TodoRun } from "../../../schema/todo.ts";
import { go } from "../../base/routes.ts";
import { momentInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { Planned } from "../../parts/planned.tsx";
import { NotRead } from "../../parts/screen.tsx";
import { useReading } from "../../parts/use-reading.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import type { HistoryProps } from "../history/sheet.tsx";

const HistorySheet = lazy<HistoryProps>(async () => (await import("../history/sheet.tsx")).HistorySheet);

export interface RunsProps {
  readonly todo: TodoRow;
}

export function Runs({ todo }: RunsProps) {
  const { client } = useStore();
  const latest = todo.latestRun;
  const ask = async (): Promise<readonly ShownRun[]> => (latest === null ? [] : readRuns(client, todo.id));
  const { value, failure, read } = useReading(ask, [todo.id, latest?.id, latest?.status]);
  const runs = value ?? [];
  const used = useUsage(todo);
  const hasAgent = todo.assignees.some(({ type }) => type === "agent");
  return (
    <section className="runs">
      <h2>{words.todo.runs}</h2>
      {todo.nextRunAt !== null && <p>{words.todo.nextRun(momentInWords(todo.nextRunAt))}</p>}
      {todo.scheduleError !== null && <p className="problem">{todo.scheduleError.message}</p>}
      {failure !== null && <NotRead reason={failure.reason} onRetry={read} />}
      {used.failure !== null && <NotRead reason={used.failure.reason} onRetry={used.read} />}
      <ul>
        {runs.map(({ run, occurrence }) => (
          <li key={run.id}>
            <div className="run">
              <button type="button" className="bare" onClick={() => go(`/chats/${run.chatId}`)}>
                <span className={`state ${run.status}`}>{words.runStates[run.status]}</span>
                <span className="grow soft">
                  {run.errorMessage ?? ""}
                  <Used counts={used.byRun.get(run.id)} />
                </span>
                <time className="soft" dateTime={run.startedAt}>
                  {momentInWords(run.startedAt)}
                </time>
              </button>
              {run.status !== "running" && <RunChanges runId={run.id} startedAt={run.startedAt} />}
            </div>
            {occurrence !== undefined && <Planned occurrence={occurrence} />}
          </li>
        ))}
      </ul>
      {hasAgent && latest?.status !== "running" && <RunNow todo={todo} />}
    </section>
  );
}

/** A run, and the planned time that it was for; undefined for one that was started otherwise. */
interface ShownRun {
  readonly run: TodoRun;
  readonly occurrence: ListedOccurrence | undefined;
}

async function readRuns(client: Client, todoId: string): Promise<ShownRun[]> {
  const [runs, occurrences] = await Promise.all([
    client.listTodoRuns({ todoId, limit: 10 }),
    client.listAllOccurrences({ todoId, limit: 100 }),
  ]);
  const ofRun = new Map(occurrences.data.map((one) => [one.runId, one]));
  return runs.data.map((run) => ({ run, occurrence: ofRun.get(run.id) }));
}

type Used = Awaited<ReturnType<Client["getUsage"]>>["runs"][number];

/** What each of the runs has used of language models, by the id of the run. */
function useUsage({ id, latestRun }: TodoRow) {
  const { client } = useStore();
  const ask = async (): Promise<readonly Used[]> =>
    latestRun === null ? [] : (await client.getUsage({ todoId: id, days: daysOfUsage })).runs;
  const { value, failure, read } = useReading(ask, [id, latestRun?.id, latestRun?.status]);
  return { byRun: new Map((value ?? []).map((run) => [run.runId, run])), failure, read };
}

/** As far as usage is counted back. */
const daysOfUsage = 366;

/** Nothing where no model was asked. */
function Used({ counts }: { readonly counts: Used | undefined }) {
  if (counts === undefined || counts.calls === 0) return null;
  return <small className="used">{words.usage.used(counts.calls, counts.inputTokens + counts.outputTokens)}</small>;
}

/** What a run changed, with the way to take it back. */
function RunChanges({ runId, startedAt }: { readonly runId: string; readonly startedAt: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="bare"
        aria-label={words.about(words.history.see, momentInWords(startedAt))}
        title={words.history.see}
        onClick={() => setOpen(true)}
      >
        <Icon name="undo" />
      </button>
      {isOpen && <HistorySheet title={words.history.ofRun} of={{ runId }} onClose={() => setOpen(false)} />}
    </>
  );
}

function RunNow({ todo }: { readonly todo: TodoRow }) {
  const { client, notices } = useStore();
  const start = (): void => {
    client.runTodo({ todoId: todo.id }).then(
      () => notices.show({ text: words.todo.started, isProblem: false }),
      (error: unknown) => notices.show({ text: words.refused(words.todo.runNow, describe(error)), isProblem: true }),
    );
  };
  return (
    <button type="button" className="outlined" onClick={start}>
      {words.todo.runNow}
    </button>
  );
}
