/** What is done with a schedule as a whole: it is paused, resumed, or ended. */
import { useState } from "preact/hooks";
import { Confirm } from "../../parts/confirm.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** In front of the rule of a schedule that is paused. */
export function Paused() {
  return (
    <>
      <strong className="paused">{words.schedules.statuses.disabled}</strong>
      {": "}
    </>
  );
}

export interface ControlProps {
  readonly todoId: string;
  readonly isPaused: boolean;
  readonly onChanged: () => void;
}

/** Pause, resume, end. */
export function Control({ todoId, isPaused, onChanged }: ControlProps) {
  const { client, notices } = useStore();
  const [isAsking, setAsking] = useState(false);
  const done = (act: Promise<unknown>): void => {
    act.then(onChanged, (error: unknown) => notices.show({ text: describe(error), isProblem: true }));
  };
  return (
    <>
      <button
        type="button"
        className={isPaused ? "quiet link" : "quiet soft"}
        onClick={() => done(client.updateTodo({ todoId, schedulePaused: !isPaused }))}
      >
        {isPaused ? words.schedules.resume : words.schedules.pause}
      </button>
      <button type="button" className="quiet soft" onClick={() => setAsking(true)}>
        {words.schedules.end}
      </button>
      {isAsking && (
        <Confirm
          question={words.schedules.endAsk}
          yes={words.schedules.end}
          no={words.schedules.keep}
          onAnswer={(isYes) => {
            setAsking(false);
            if (isYes) done(client.retireTodoSchedule({ todoId, retirementRunPolicy: "finish" }));
          }}
        />
      )}
    </>
  );
}
