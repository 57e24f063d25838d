/** The schedule of one todo: when it comes, why it does not, and its times; made and changed in place. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../parts/icons.tsx";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Control, Paused } from "./control.tsx";
import { Occurrences } from "./occurrences.tsx";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { ruleWithTime } from "../../../schema/rule-words.ts";
import { scheduleInWords } from "../../parts/rule-words.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { Why } from "./why.tsx";

type Shown = "form" | "why" | "times";

export interface ScheduleProps {
  readonly todo: TodoRow;
  /** The occurrence that is looked for, among the times. */
  readonly marked: string | null;
}

export function TodoSchedule({ todo, marked }: ScheduleProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => {
    if (marked !== null) setShown("times");
  }, [marked]);
  const { id, rrule, nextRunAt, timezone, scheduleType, scheduleStatus, updatedAt } = todo;
  const isPaused = scheduleStatus === "disabled";
  const agentId = todo.assignees.find(({ type }) => type === "agent")?.id ?? null;
  const has = scheduleType !== null;
  const toggle = (which: Shown) => () => setShown(shown === which ? null : which);
  return (
    <section className="schedule" aria-label={words.schedules.title}>
      {has && (
        <p>
          <Icon name="repeat" size={14} /> {isPaused && <Paused />}
          {scheduleInWords({ rrule, runAt: nextRunAt, timezone: timezone ?? "UTC" }, nextRunAt)}
        </p>
      )}
      <p className="foot buttons">
        <button type="button" className="quiet soft" aria-expanded={shown === "form"} onClick={toggle("form")}>
          {has ? words.schedules.change : words.schedules.add}
        </button>
        {has && (
          <>
            <button type="button" className="quiet link" aria-expanded={shown === "why"} onClick={toggle("why")}>
              {words.schedules.why}
            </button>
            <button type="button" className="quiet link" aria-expanded={shown === "times"} onClick={toggle("times")}>
              {words.schedules.occurrences}
            </button>
            {scheduleStatus !== "completed" && <Control todoId={id} isPaused={isPaused} onChanged={() => undefined} />}
          </>
        )}
      </p>
      {shown === "form" && (
        <ScheduleForm todoId={id} begun={begunBy(todo)} isChange={has} onClose={() => setShown(null)} />
      )}
      {shown === "why" && <Why todoId={id} version={updatedAt} />}
      {shown === "times" && <Occurrences todoId={id} agentId={agentId} version={updatedAt} marked={marked} />}
    </section>
  );
}

/** As much of its schedule as a todo has. */
function begunBy({ rrule, nextRunAt, timezone }: TodoRow): ScheduleInput {
  if (rrule === null) return nextRunAt === null ? {} : { runAt: nextRunAt };
  const zone = timezone ?? "UTC";
  return { rrule: nextRunAt === null ? rrule : ruleWithTime(rrule, nextRunAt, zone), timezone: zone };
}
