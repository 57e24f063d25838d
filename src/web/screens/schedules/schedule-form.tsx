/** When a todo comes again, in a small form; said back in words, with the next five times, before it is saved. */
import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/types.ts";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { addDays } from "../../base/days.ts";
import { dayOfMoment, zone } from "../../base/zone.ts";
import { useStore } from "../../parts/use.ts";
import { momentInWords } from "../../parts/due.tsx";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { ruleInWords } from "../../../schema/rule-words.ts";
import { type Draft, draftOf, frequencies, inputOf, weekDays } from "./schedule-draft.ts";

/** The answer, and what it is of: both are shown together. */
interface Preview extends Pick<Awaited<ReturnType<Client["previewSchedule"]>>, "next"> {
  readonly schedule: ScheduleInput;
}

export interface ScheduleFormProps {
  readonly todoId: string;
  readonly rrule: string | null;
  /** The todo has a schedule, which this one replaces. */
  readonly isChange: boolean;
  readonly onClose: (isSaved: boolean) => void;
}

export function ScheduleForm({ todoId, rrule, isChange, onClose }: ScheduleFormProps) {
  const { client, ports, notices } = useStore();
  const [draft, setDraft] = useState(() => draftOf(rrule, addDays(dayOfMoment(ports.now()), 1)));
  const [message, setMessage] = useState("");
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const set = (fields: Partial<Draft>): void => setDraft({ ...draft, ...fields });
  const timezone = zone.value;
  const prompt = message.trim();
  const schedule = { ...inputOf(draft, timezone), ...(prompt !== "" && { message: prompt }) };
  const asked = JSON.stringify(schedule);
  useEffect(
    () =>
      ports.later(150, () => {
        client.previewSchedule({ schedule }).then(
          ({ next }) => (setPreview({ schedule, next }), setProblem(null)),
          (error: unknown) => (setPreview(null), setProblem(describe(error))),
        );
      }),
    [asked],
  );
  const save = (): void => {
    client.updateTodo({ todoId, schedule }).then(
      () => {
        notices.show({ text: words.schedules.saved, isProblem: false });
        onClose(true);
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  return (
    <form
      className="form schedule-form"
      aria-label={words.schedules.title}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <DraftFields draft={draft} onSet={set} />
      <label className="field">
        <span>{words.schedules.form.message}</span>
        <textarea
          rows={2}
          maxLength={15_000}
          dir="auto"
          value={message}
          onInput={(event) => setMessage(event.currentTarget.value)}
        />
      </label>
      <p className="soft">{words.schedules.form.zone(timezone)}</p>
      {isChange && <p className="soft">{words.schedules.form.replaces}</p>}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {preview !== null && <InWords {...preview} />}
      <p className="buttons">
        <button type="submit" className="primary" disabled={preview === null}>
          {words.schedules.save}
        </button>
        <button type="button" className="outlined" onClick={() => onClose(false)}>
          {words.cancel}
        </button>
      </p>
    </form>
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
          <label className="field">
            <span>{form.time}</span>
            <input type="time" required value={time} onInput={(event) => onSet({ time: event.currentTarget.value })} />
          </label>
        </>
      )}
    </>
  );
}
