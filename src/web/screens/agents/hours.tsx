/** When an agent works: windows of the week, drawn as bars and written as times. */
import { useState } from "preact/hooks";
import type { Agent, AgentUpdate } from "../../../schema/agent.ts";
import { zone } from "../../base/zone.ts";
import { Icon } from "../../parts/icons.tsx";
import { useStore } from "../../parts/use.ts";
import { Crossed } from "../../store/crossed.ts";
import { describe } from "../../store/describe.ts";
import { showCrossed } from "../../store/notices.ts";
import { saveVersioned } from "../../store/save-versioned.ts";
import { words } from "../../words/index.ts";
import { useWritten } from "./use-written.ts";
import { WeekBars } from "./week.tsx";
import { type Day, days, type Window } from "./week-hours.ts";

const usual: Window = { days: days.slice(0, 5), start: "09:00", end: "17:00" };
const usually: readonly Window[] = [usual];

const windowsOf = ({ workingHours }: Agent): readonly Window[] => workingHours?.windows ?? usually;
const zoneOf = ({ workingHours }: Agent): string => workingHours?.timezone ?? zone.value;

const draftOf = (agent: Agent) => ({
  isOn: agent.workingHoursEnabled,
  timezone: zoneOf(agent),
  windows: windowsOf(agent),
});

export function Hours({ agent }: { readonly agent: Agent }) {
  const { client, agents, notices } = useStore();
  const { basis, draft, ...written } = useWritten(`hours ${agent.id}`, agent, draftOf, agent.version);
  const { isOn, timezone, windows } = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const setWindows = (now: readonly Window[]): void => written.set({ windows: now });
  const set = (at: number, fields: Partial<Window>): void =>
    setWindows(windows.map((one, index) => (index === at ? { ...one, ...fields } : one)));
  const show = (now: Agent): void => {
    written.settle(draft, now);
    agents.put(now);
  };
  const save = (seen: Agent, fields: AgentUpdate): void => {
    setProblem(null);
    setBusy(true);
    saveVersioned({
      known: seen,
      seen,
      fields,
      write: ({ version }) => client.updateAgent({ agentId: agent.id, ...fields, expectedVersion: version }),
      read: () => client.getAgent({ agentId: agent.id }),
    })
      .then(
        (changed) => {
          show(changed);
          notices.show({ text: words.agents.applied, isProblem: false });
        },
        (error: unknown) => {
          if (!(error instanceof Crossed)) return setProblem(describe(error));
          const theirs = error.theirs as Agent;
          show(theirs);
          showCrossed(notices, error, () => save(theirs, fields));
        },
      )
      .finally(() => setBusy(false));
  };
  return (
    <form
      className="form hours"
      aria-label={words.agents.tabs.hours}
      onSubmit={(event) => {
        event.preventDefault();
        const workingHours = { timezone, windows: [...windows] };
        save(basis, isOn ? { workingHoursEnabled: true, workingHours } : { workingHoursEnabled: false });
      }}
    >
      <label className="check">
        <input type="checkbox" checked={isOn} onInput={(event) => written.set({ isOn: event.currentTarget.checked })} />
        <span>{words.agents.hours.on}</span>
      </label>
      <p className="soft">{isOn ? words.agents.hours.held : words.agents.hours.off}</p>
      {isOn && (
        <>
          <WeekBars windows={windows} onSet={setWindows} />
          {windows.map((window, at) => (
            <WindowFields
              key={at}
              window={window}
              onSet={(fields) => set(at, fields)}
              onRemove={windows.length > 1 ? () => setWindows(windows.toSpliced(at, 1)) : null}
            />
          ))}
          <p>
            <button type="button" className="quiet link" onClick={() => setWindows([...windows, usual])}>
              <Icon name="plus" /> {words.agents.hours.add}
            </button>
          </p>
          <label className="field">
            <span>{words.agents.hours.zone}</span>
            <input
              value={timezone}
              list="zones"
              required
              onInput={(event) => written.set({ timezone: event.currentTarget.value })}
            />
          </label>
          <datalist id="zones">
            {Intl.supportedValuesOf("timeZone").map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </>
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        {words.agents.hours.save}
      </button>
    </form>
  );
}

interface WindowProps {
  readonly window: Window;
  readonly onSet: (fields: Partial<Window>) => void;
  readonly onRemove: (() => void) | null;
}

function WindowFields({ window, onSet, onRemove }: WindowProps) {
  const toggle = (day: Day): void =>
    onSet({ days: days.filter((one) => (one === day ? !window.days.includes(day) : window.days.includes(one))) });
  return (
    <fieldset className="window">
      <legend className="unseen">{`${window.start}–${window.end}`}</legend>
      <div className="chips">
        {days.map((day) => (
          <button
            key={day}
            type="button"
            className={window.days.includes(day) ? "filter on" : "filter"}
            aria-pressed={window.days.includes(day)}
            onClick={() => toggle(day)}
          >
            {words.agents.hours.days[day]}
          </button>
        ))}
      </div>
      <Time label={words.agents.hours.from} value={window.start} onSet={(start) => onSet({ start })} />
      <span aria-hidden="true">–</span>
      <Time label={words.agents.hours.to} value={window.end} onSet={(end) => onSet({ end })} />
      {onRemove !== null && (
        <button type="button" className="bare" aria-label={words.agents.hours.remove} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </fieldset>
  );
}

/** Midnight at the end of a day is `24:00` to the service, and `00:00` in a field for times. */
function Time({ label, value, onSet }: { label: string; value: string; onSet: (value: string) => void }) {
  const isEnd = label === words.agents.hours.to;
  return (
    <input
      type="time"
      required
      aria-label={label}
      value={value === "24:00" ? "00:00" : value}
      onInput={({ currentTarget }) => onSet(isEnd && currentTarget.value === "00:00" ? "24:00" : currentTarget.value)}
    />
  );
}
