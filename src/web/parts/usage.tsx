/** What language models have used in the last 30 days: in all, by agent, by day, and by run. Nothing where nothing was used. */
import type { Client } from "../../client/types.ts";
import { goOver } from "../base/routes.ts";
import { dayInWords } from "./due.tsx";
import { NotRead } from "./screen.tsx";
import { useReading } from "./use-reading.ts";
import { useRecords, useStore, useToday } from "./use.ts";
import { words } from "../words/index.ts";

type Used = Awaited<ReturnType<Client["getUsage"]>>;
type Counts = Used["total"];

export function Usage({ agentId }: { readonly agentId?: string }) {
  const store = useStore();
  useRecords(store.agents);
  const today = useToday();
  const ask = () => store.client.getUsage(agentId === undefined ? {} : { agentId });
  const { value: used, failure, read } = useReading(ask, [agentId]);
  if (failure !== null) return <NotRead reason={failure.reason} onRetry={read} />;
  if (used === null || used.total.calls === 0) return null;
  const { usage } = words;
  const agentName = (id: string | null): string =>
    id === null ? usage.nobody : (store.agents.get(id)?.name ?? usage.gone);
  const titleOf = (todoId: string): string => store.todos.get(todoId)?.title ?? words.untitled;
  return (
    <section className="card">
      <h2>{usage.title}</h2>
      <p>{inWords(used.total)}</p>
      {agentId === undefined && (
        <Rows label={usage.byAgent} rows={used.agents.map((one) => ({ name: agentName(one.agentId), counts: one }))} />
      )}
      <Rows
        label={usage.byDay}
        rows={used.days.slice(0, 7).map((one) => ({ name: dayInWords(one.date, today), counts: one }))}
      />
      <Rows
        label={usage.byRun}
        rows={used.runs.slice(0, 7).map((one) => ({ name: titleOf(one.todoId), counts: one, todoId: one.todoId }))}
      />
    </section>
  );
}

interface Row {
  readonly name: string;
  readonly counts: Counts;
  /** The todo that a run was of, which its name leads to. */
  readonly todoId?: string;
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <ul className="rows-plain">
        {rows.map(({ name, counts, todoId }, at) => (
          <li key={at}>
            <span className="grow" dir="auto">
              {todoId === undefined ? (
                name
              ) : (
                <button type="button" className="quiet link" onClick={() => goOver(`/todos/${todoId}`)}>
                  {name}
                </button>
              )}
            </span>
            <span className="soft">{inWords(counts)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function inWords({ calls, inputTokens, outputTokens }: Counts): string {
  return words.usage.used(calls, inputTokens + outputTokens);
}
