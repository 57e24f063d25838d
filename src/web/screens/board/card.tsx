/** A todo as a card: dragged, opened, or moved by its menu. */
import { Due } from "../../parts/due.tsx";
import { Icon, PriorityMark, StatusMark } from "../../parts/icons.tsx";
import { Menu } from "../../parts/menu.tsx";
import { openTodo } from "../../parts/open-todo.ts";
import { Assignees } from "../../parts/assignees.tsx";
import { useStore, useToday } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Dot } from "../../parts/dot.tsx";
import { Box } from "../../parts/selection-bar.tsx";
import type { Selection } from "../../parts/use-selection.ts";
import type { BoardColumn } from "./columns.tsx";

export interface CardProps {
  readonly todo: TodoRow;
  readonly columns: readonly BoardColumn[];
  /** In which of them it stands. */
  readonly column: number;
  /** In pixels. */
  readonly top: number;
  readonly at: number;
  readonly count: number;
  readonly isCurrent: boolean;
  /** Where the keyboard comes in while no card is current. */
  readonly isFirst: boolean;
  readonly selection: Selection;
  readonly onCurrent: (id: string) => void;
  readonly onSend: (id: string, column: number) => void;
  readonly onShift: (id: string, by: number) => void;
}

export function Card(props: CardProps) {
  const { todo, top, at, count, isCurrent, isFirst, selection, onCurrent } = props;
  const store = useStore();
  const today = useToday();
  const { id, title, status, priority, dueDate, todoListId } = todo;
  const list = store.lists.get(todoListId);
  const name = title ?? words.untitled;
  const tabIndex = isCurrent || isFirst ? 0 : -1;
  const isSelected = selection.ids.has(id);
  return (
    <article
      id={`card-${id}`}
      className={["todo-card", isCurrent ? "current" : "", isSelected ? "selected" : ""].join(" ")}
      style={`top:${top}px`}
      tabIndex={tabIndex}
      aria-label={name}
      aria-posinset={at + 1}
      aria-setsize={count}
      draggable
      onDragStart={(event) => {
        event.dataTransfer?.setData("text/plain", id);
        drawNarrow(event.currentTarget);
      }}
      onFocus={() => onCurrent(id)}
      onClick={(event) => {
        if ((event.target as Element).closest("button, [popover]")) return;
        if (selection.isByPress) selection.toggle(id);
        else openTodo(store, id);
      }}
    >
      <p className="clip" dir="auto">
        {name}
      </p>
      <p className="second soft">
        {(selection.isByPress || isSelected) && <Box isTicked={isSelected} />}
        {status === "in_progress" && props.columns[props.column]?.key !== status && (
          <>
            <StatusMark status={status} size={16} /> <span className="unseen">{words.statuses[status]}</span>
          </>
        )}
        <PriorityMark priority={priority} />
        {priority !== null && <span className="unseen">{words.priorities[priority]}</span>}
        {list !== undefined && !list.isDefault && (
          <span className="clip">
            <Dot color={list.color} /> <span dir="auto">{list.name}</span>
          </span>
        )}
        <span className="grow" />
        <Assignees assignees={todo.assignees} />
        <Due day={dueDate} today={today} isDone={status === "done"} />
        <MoveMenu {...props} name={name} tabIndex={tabIndex} />
      </p>
    </article>
  );
}

/** What is dragged is a picture of the card as it is now: of a narrow one, which hides less. */
function drawNarrow(card: HTMLElement): void {
  card.classList.add("dragged");
  requestAnimationFrame(() => card.classList.remove("dragged"));
}

interface MoveProps extends Pick<CardProps, "todo" | "columns" | "column" | "onSend" | "onShift"> {
  readonly name: string;
  /** That of its card: Tab passes the cards that are not current. */
  readonly tabIndex: number;
}

/** Everything that dragging does, for a finger and for keys. */
function MoveMenu({ todo: { id }, columns, column, name, tabIndex, onSend, onShift }: MoveProps) {
  const others = columns.map(({ label, moveLabel = label, mark }, at) => ({
    value: at as number | "up" | "down",
    label: words.board.moveTo(moveLabel),
    mark,
  }));
  const choices = [
    ...others.filter(({ value }) => value !== column),
    ...(columns[column]?.isOrdered === true
      ? [
          { value: "up" as const, label: words.board.up, keyName: "Shift ↑" },
          { value: "down" as const, label: words.board.down, keyName: "Shift ↓" },
        ]
      : []),
  ];
  const choose = (value: number | "up" | "down"): void => {
    if (typeof value === "number") onSend(id, value);
    else onShift(id, value === "up" ? -1 : 1);
  };
  return (
    <Menu label={words.board.move(name)} className="bare" tabIndex={tabIndex} choices={choices} onChoose={choose}>
      <Icon name="more" />
    </Menu>
  );
}
