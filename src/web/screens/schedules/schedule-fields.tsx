/** The fields of a schedule, said back in words with the next five times: on a todo, and in the request of an agent. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { zone } from "../../base/zone.ts";
import { momentInWords } from "../../parts/due.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { ruleInWords } from "../../../schema/rule-words.ts";
import { type Draft, draftOf, frequencies, inputOf, weekDays } from "./schedule-draft.ts";

/** The answer, and what it is of: both are shown together. */
interface Preview extends Pick<Awaited<ReturnType<Client["previewSchedule"]>>, "next"> {
  readonly schedule: ScheduleInput;
}

interface Drafted {
  readonly draft: Draft;
  readonly schedule: ScheduleInput;
  readonly timezone: string;
  /** Null until the service has answered, and where it refuses the schedule. */
  readonly preview: Preview | null;
  readonly problem: string | null;
  readonly set: (fields: Partial<Draft>) => void;
  readonly fail: (error: unknown) => void;
}

/** A schedule that a person changes, beginning with that one; `onEdit` has it after each change. */
export function useScheduleDraft(
  begun: ScheduleInput,
  timezone: string,
  onEdit: (schedule: ScheduleInput) => void = () => undefined,
): Drafted {
  const { client, ports } = useStore();
  const [draft, setDraft] = useState(() => draftOf(begun, ports.now()));
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const schedule = inputOf(draft, timezone, begun);
  const fail = (error: unknown): void => setProblem(describe(error));
  useEffect(
    () =>
      ports.later(150, () => {
        client.previewSchedule({ schedule }).then(
          ({ next }) => (setPreview({ schedule, next }), setProblem(null)),
          (error: unknown) => (setPreview(null), fail(error)),
        );
      }),
    [JSON.stringify(schedule)],
  );
  const set = (fields: Partial<Draft>): void => {
    const next = { ...draft, ...fields };
    setDraft(next);
    onEdit(inputOf(next, timezone, begun));
  };
  return { draft, schedule, timezone, preview, problem, set, fail };
}

export function ScheduleFields({ draft, timezone, preview, problem, set }: Drafted) {
  const { form } = words.schedules;
  const isLocal = draft.frequency === "once";
  return (
    <>
      <DraftFields draft={draft} onSet={set} />
      <label className="field">
        <span>{form.message}</span>
        <textarea
          rows={2}
          maxLength={15_000}
          dir="auto"
          value={draft.message}
          onInput={(event) => set({ message: event.currentTarget.value })}
        />
      </label>
      <p className="soft">{form.zone(isLocal ? zone.value : timezone)}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {preview !== null && <InWords {...preview} />}
    </>
  );
}

/** The schedule said back in words, with the times that follow. */
function InWords({ schedule, next }: Preview) {
  return (
    <div className="phase" role="status">
      <p>
        <strong>
          {schedule.rrule === undefined ? words.schedules.once : ruleInWords(schedule.rrule, words.rules)}
        </strong>
      </p>
      <p className="soft">{words.schedules.saysNext}</p>
      <ol>
        {next.map((instant) => (
          <li key={instant}>
            <time dateTime={instant}>{momentInWords(instant)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}

function DraftFields({ draft, onSet }: { readonly draft: Draft; readonly onSet: (fields: Partial<Draft>) => void }) {
  const { form } = words.schedules;
  const { frequency, interval, days, time, moment } = draft;
  const toggle = (day: string): void =>
    onSet({ days: weekDays.map(({ code }) => code).filter((one) => (one === day) !== days.includes(one)) });
  return (
    <>
      <label className="field">
        <span>{form.frequency}</span>
        <select
          value={frequency}
          onInput={(event) => onSet({ frequency: event.currentTarget.value as Draft["frequency"] })}
        >
          {frequencies.map((value) => (
            <option key={value} value={value}>
              {form.frequencies[value]}
            </option>
          ))}
        </select>
      </label>
      {frequency === "once" ? (
        <label className="field">
          <span>{form.moment}</span>
          <input
            type="datetime-local"
            required
            value={moment}
            onInput={(event) => onSet({ moment: event.currentTarget.value })}
          />
        </label>
      ) : (
        <>
          <label className="field">
            <span>{form.intervals[frequency]}</span>
            <input
              type="number"
              min={1}
              max={99}
              required
              value={interval}
              onInput={(event) => onSet({ interval: Number(event.currentTarget.value) })}
            />
          </label>
          {frequency === "WEEKLY" && (
            <div className="chips" role="group" aria-label={form.days}>
              {weekDays.map(({ code, name }) => (
                <button
                  key={code}
                  type="button"
                  className={days.includes(code) ? "filter on" : "filter"}
                  aria-pressed={days.includes(code)}
                  onClick={() => toggle(code)}
                >
                  {words.agents.hours.days[name]}
                </button>
              ))}
            </div>
          )}
          {frequency !== "HOURLY" && (
            <label className="field">
              <span>{form.time}</span>
              <input
                type="time"
                required
                value={time}
                onInput={(event) => onSet({ time: event.currentTarget.value })}
              />
            </label>
          )}
        </>
      )}
    </>
  );
}
