/** What agents have used this month: of the budget, day by day, and by agent. */
import type { Client } from "../../../client/types.ts";
import { addDays } from "../../base/days.ts";
import { Chart } from "../../parts/chart.tsx";
import { longDay } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";
import { useReading } from "../../parts/use-reading.ts";

type Report = Awaited<ReturnType<Client["getMinutes"]>>;

export function Minutes({ workspaceId }: { readonly workspaceId: string }) {
  const { client, agents } = useStore();
  const { value: report, failure } = useReading(() => client.getMinutes(), []);
  const own = report?.byAgent.filter((one) => one.workspaceId === workspaceId && one.seconds > 0) ?? [];
  return (
    <Part id="minutes" title={words.minutes.title} failure={failure}>
      {report !== null && (
        <>
          <p>
            <strong>{words.minutes.used(report.spentMinutes)}</strong>{" "}
            <span className="soft">
              {report.remainingMinutes === null || report.budgetMinutes === null
                ? words.minutes.unlimited
                : words.minutes.left(report.remainingMinutes, report.budgetMinutes)}
            </span>
          </p>
          <Chart label={words.minutes.byDay} heads={[words.minutes.day, words.minutes.minutes]} bars={barsOf(report)} />
          {own.length > 0 && (
            <ul className="rows-plain" aria-label={words.minutes.byAgent}>
              {own
                .toSorted((left, right) => right.seconds - left.seconds)
                .map(({ agentId, minutes }) => (
                  <li key={agentId ?? ""}>
                    <span className="grow" dir="auto">
                      {(agentId === null ? undefined : agents.get(agentId)?.name) ?? words.minutes.others}
                    </span>
                    <span>{words.minutes.count(minutes)}</span>
                  </li>
                ))}
            </ul>
          )}
        </>
      )}
    </Part>
  );
}

/** Every day of the month, those without work too. */
function barsOf({ period, byDay }: Report) {
  const spent = new Map(byDay.map(({ date, minutes }) => [date, minutes]));
  const first = period.startsAt.slice(0, 10);
  const days: string[] = [];
  for (let day = first; day.startsWith(period.month); day = addDays(day, 1)) days.push(day);
  return days.map((day) => {
    const value = spent.get(day) ?? 0;
    return { key: day, label: longDay(day), value, text: words.minutes.count(value) };
  });
}
