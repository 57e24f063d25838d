/** A todo as a card: dragged, opened, or moved by its menu. */
import { goOver } from "../../base/routes.ts";
import { Due } from "../../parts/due.tsx";
import { Icon, PriorityMark } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Dot } from "../../parts/dot.tsx";

const columns = ["ready", "in_progress", "done"] as const;

export interface CardProps {
  readonly todo: TodoRow;
  /** In pixels. */
  readonly top: number;
  readonly at: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** Where the keyboard comes in while no card is current. */
  readonly isFirst: boolean;
  readonly onCurrent: (id: string) => void;
  readonly onSend: (id: string, column: number) => void;
  readonly onShift: (id: string, by: number) => void;
}

export function Card({ todo, top, at, count, isCurrent, isFirst, onCurrent, onSend, onShift }: CardProps) {
  const { lists } = useStore();
  const today = useToday();
  const { id, title, status, priority, dueDate, todoListId } = todo;
  const list = lists.get(todoListId);
  const name = title ?? words.untitled;
  const tabIndex = isCurrent || isFirst ? 0 : -1;
  return (
    <article
      id={`card-${id}`}
      className={isCurrent ? "todo-card current" : "todo-card"}
      style={`top:${top}px`}
      tabIndex={tabIndex}
      aria-label={name}
      aria-posinset={at + 1}
      aria-setsize={count}
      draggable
      onDragStart={(event) => event.dataTransfer?.setData("text/plain", id)}
      onFocus={() => onCurrent(id)}
      onClick={(event) => {
        if (!(event.target as Element).closest("button, [popover]")) goOver(`/todos/${id}`);
      }}
    >
      <p className="clip" dir="auto">
        {name}
      </p>
      <p className="second soft">
        <PriorityMark priority={priority} />
        {priority !== null && <span className="unseen">{words.priorities[priority]}</span>}
        {list !== undefined && !list.isDefault && (
          <span className="clip">
            <Dot color={list.color} /> <span dir="auto">{list.name}</span>
          </span>
        )}
        <span className="grow" />
        <Due day={dueDate} today={today} isDone={status === "done"} />
        <MoveMenu id={id} name={name} status={status} tabIndex={tabIndex} onSend={onSend} onShift={onShift} />
      </p>
    </article>
  );
}

interface MoveProps extends Pick<CardProps, "onSend" | "onShift"> {
  readonly id: string;
  readonly name: string;
  readonly status: TodoRow["status"];
  /** That of its card: Tab passes the cards that are not current. */
  readonly tabIndex: number;
}

/** Everything that dragging does, for a finger and for keys. */
function MoveMenu({ id, name, status, tabIndex, onSend, onShift }: MoveProps) {
  const to = columns.filter((one) => one !== status);
  const choices = [
    ...to.map((one) => ({ value: one as string, label: words.board.moveTo(words.statuses[one]) })),
    ...(status === "done"
      ? []
      : [
          { value: "up", label: words.board.up, keyName: "Shift ↑" },
          { value: "down", label: words.board.down, keyName: "Shift ↓" },
        ]),
  ];
  const choose = (value: string): void => {
    const column = columns.findIndex((one) => one === value);
    if (column >= 0) onSend(id, column);
    else onShift(id, value === "up" ? -1 : 1);
  };
  return (
    <Menu label={words.board.move(name)} className="bare" tabIndex={tabIndex} choices={choices} onChoose={choose}>
      <Icon name="more" />
    </Menu>
  );
}
