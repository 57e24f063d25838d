/** When a todo comes again, in a small form; said back in words, with the next five times, before it is saved. */
import type { ScheduleInput } from "../../../schema/schedule.ts";
import { zone } from "../../base/zone.ts";
import { useStore } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import { ScheduleFields, useScheduleDraft } from "./schedule-fields.tsx";

export interface ScheduleFormProps {
  readonly todoId: string;
  /** What the form begins with. */
  readonly begun: ScheduleInput;
  /** The todo has a schedule, which this one replaces. */
  readonly isChange: boolean;
  readonly onClose: (isSaved: boolean) => void;
}

export function ScheduleForm({ todoId, begun, isChange, onClose }: ScheduleFormProps) {
  const { client, notices } = useStore();
  const drafted = useScheduleDraft(begun, begun.timezone ?? zone.value);
  const { schedule, preview, fail } = drafted;
  const save = (): void => {
    client.updateTodo({ todoId, schedule }).then(() => {
      notices.show({ text: words.schedules.saved, isProblem: false });
      onClose(true);
    }, fail);
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
      <ScheduleFields {...drafted} />
      {isChange && <p className="soft">{words.schedules.form.replaces}</p>}
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
