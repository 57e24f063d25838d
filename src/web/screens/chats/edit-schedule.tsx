/** When a request has a todo run, as a person changes it: in the form that a todo has. */
import { useState } from "preact/hooks";
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { zone } from "../../base/zone.ts";
import { words } from "../../words/index.ts";
import { ScheduleFields, useScheduleDraft } from "../schedules/schedule-fields.tsx";

export interface ScheduleProps {
  /** What the agent asks for. */
  readonly given: unknown;
  /** What is sent for none. */
  readonly none: null | undefined;
  readonly onEdit: (schedule: ScheduleInput | null | undefined) => void;
}

export function EditSchedule({ given, none, onEdit }: ScheduleProps) {
  const asked = typeof given === "object" && given !== null ? (given as ScheduleInput) : null;
  const [isOn, setOn] = useState(asked !== null);
  const usual = asked === null ? zone.value : "UTC";
  const drafted = useScheduleDraft(asked ?? {}, asked?.timezone ?? usual, onEdit);
  const toggle = (): void => {
    setOn(!isOn);
    onEdit(isOn ? none : drafted.schedule);
  };
  return (
    <>
      <label className="inline-choice">
        <input type="checkbox" checked={isOn} onInput={toggle} /> {words.schedules.title}
      </label>
      {isOn && (
        <div className="form schedule-form">
          <ScheduleFields {...drafted} />
        </div>
      )}
    </>
  );
}
