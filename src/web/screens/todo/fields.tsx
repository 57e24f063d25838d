/** The fields of a todo, each with its menu. */
import type { ComponentChildren } from "preact";
import { Avatar } from "../../parts/avatar.tsx";
import { dayInWords, Due } from "../../parts/due.tsx";
import { PriorityMark, StatusMark } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { choose } from "../../parts/ui.ts";
import { useRecords, useStore, useToday } from "../../parts/use.ts";
import { priorities, type Priority, type TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Dot } from "../../parts/dot.tsx";

const statuses = ["ready", "in_progress", "done"] as const;

export function Fields({ todo }: { readonly todo: TodoRow }) {
  const store = useStore();
  const { actions, lists, agents, members } = store;
  useRecords(lists);
  const today = useToday();
  const { id, status, priority, dueDate, assignees } = todo;
  const list = lists.get(todo.todoListId);
  const people = assignees.flatMap((one) => {
    const name = (one.type === "agent" ? agents.get(one.id) : members.get(one.id))?.name;
    return name === undefined ? [] : [{ ...one, name }];
  });
  const names = people.map(({ name }) => name).join(", ");
  const listName = list?.name ?? words.fields.noList;
  const day = dueDate === null ? words.groups.noDay : dayInWords(dueDate, today);
  const setPriority = (value: Priority): void =>
    actions.change(
      [id],
      { priority: value },
      actions.labelOf(words.done.priority(words.priorities[value ?? "none"]), [id]),
    );
  return (
    <dl className="fields">
      <Line name={words.fields.status}>
        <Menu
          label={words.fieldIs(words.fields.status, words.statuses[status])}
          chosen={status}
          choices={statuses.map((value) => ({
            value,
            label: words.statuses[value],
            mark: <StatusMark status={value} />,
          }))}
          onChoose={(value) => actions.change([id], { status: value }, actions.labelOf(words.statuses[value], [id]))}
        >
          <StatusMark status={status} size={16} /> {words.statuses[status]}
        </Menu>
      </Line>
      <Line name={words.fields.priority}>
        <Menu
          label={words.fieldIs(words.fields.priority, words.priorities[priority ?? "none"])}
          chosen={priority}
          choices={priorities.map((value, at) => ({
            value,
            label: words.priorities[value ?? "none"],
            mark: <PriorityMark priority={value} />,
            keyName: String((at + 1) % 5),
          }))}
          onChoose={setPriority}
        >
          {priority === null ? null : <PriorityMark priority={priority} />} {words.priorities[priority ?? "none"]}
        </Menu>
      </Line>
      <Line name={words.fields.due}>
        <button
          type="button"
          className="quiet"
          aria-label={words.fieldIs(words.fields.due, day)}
          onClick={() => choose("due", [id])}
        >
          {dueDate === null ? (
            <span className="soft">{words.groups.noDay}</span>
          ) : (
            <Due day={dueDate} today={today} isDone={status === "done"} />
          )}
        </button>
      </Line>
      <Line name={words.fields.list}>
        <button
          type="button"
          className="quiet"
          aria-label={words.fieldIs(words.fields.list, listName)}
          onClick={() => choose("list", [id])}
        >
          <Dot color={list?.color ?? null} /> <span dir="auto">{listName}</span>
        </button>
      </Line>
      <Line name={words.fields.assigned}>
        <button
          type="button"
          className="quiet"
          aria-label={words.fieldIs(words.fields.assigned, names || words.fields.nobody)}
          onClick={() => choose("assign", [id])}
        >
          {people.map((one) => (
            <Avatar key={one.id} id={one.id} name={one.name} isAgent={one.type === "agent"} />
          ))}
          {names === "" ? <span className="soft">{words.fields.nobody}</span> : <span dir="auto">{names}</span>}
        </button>
      </Line>
    </dl>
  );
}

function Line({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
