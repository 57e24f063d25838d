/** A todo on one line: priority, status, title, who works on it, list, day. A press on the status ticks it off. */
import { Dot } from "../../parts/dot.tsx";
import { Avatar } from "../../parts/avatar.tsx";
import { Due, timeInWords } from "../../parts/due.tsx";
import { Icon, PriorityMark, StatusMark } from "../../parts/icons.tsx";
import { Assignees } from "../../parts/assignees.tsx";
import { useStore } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export interface TodoLineProps {
  readonly todo: TodoRow;
  readonly today: string;
  /** Whether the group says the list already. */
  readonly withoutList?: boolean;
  /** Whether the group says the day already. */
  readonly withoutDay?: boolean;
  /** The instant at which it comes today; null for none. */
  readonly at?: string | null;
}

export function TodoLine({ todo, today, withoutList, withoutDay, at = null }: TodoLineProps) {
  const { actions } = useStore();
  const { status, priority, title } = todo;
  const spoken = [words.statuses[status], priority === null ? null : words.priorities[priority]]
    .filter(Boolean)
    .join(", ");
  return (
    <>
      <PriorityMark priority={priority} />
      <span
        className="tick"
        title={status === "done" ? words.actions.reopen : words.actions.done}
        onClick={(event) => {
          event.stopPropagation();
          // The second press of a double click would be for the row that has come in its stead.
          if (event.detail <= 1) actions.toggleDone([todo.id]);
        }}
      >
        <StatusMark status={status} />
      </span>
      <span className="unseen">{spoken}</span>
      <span className={`title ${title === null ? "soft" : ""}`} dir="auto">
        {title ?? words.untitled}
      </span>
      {todo.rrule !== null && (
        <span className="mark" title={words.fields.repeats}>
          <Icon name="repeat" size={14} />
        </span>
      )}
      <Assignees assignees={todo.assignees} />
      <Working todo={todo} />
      {!withoutList && <ListName id={todo.todoListId} />}
      <span className="day">
        {at !== null && (
          <time className="due" dateTime={at}>
            {timeInWords(Date.parse(at))}
          </time>
        )}
        {!withoutDay && <Due day={todo.dueDate} today={today} isDone={status === "done"} />}
      </span>
    </>
  );
}

/** The agent that is assigned; while it works, it says so. */
function Working({ todo }: { readonly todo: TodoRow }) {
  const { agents } = useStore();
  const named = todo.assignees.find(({ type }) => type === "agent");
  const agent = named === undefined ? undefined : agents.get(named.id);
  if (agent === undefined) return null;
  const isRunning = todo.latestRun?.status === "running";
  return (
    <span className={isRunning ? "chip running" : "chip"} title={agent.name}>
      {isRunning ? <span className="pulse" /> : <Avatar id={agent.id} name={agent.name} isAgent />}
      <span dir="auto">{agent.name}</span>
      {isRunning && <span className="unseen">{words.fields.working}</span>}
    </span>
  );
}

function ListName({ id }: { readonly id: string }) {
  const list = useStore().lists.get(id);
  if (list === undefined || list.isDefault) return null;
  return (
    <span className="list-name">
      <Dot color={list.color} />{" "}
      <span className="name" dir="auto">
        {list.name}
      </span>
    </span>
  );
}
