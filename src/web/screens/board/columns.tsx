/** The columns of a board: by state, list, priority or agent; which todo stands where, and what it becomes elsewhere. */
import type { ComponentChildren } from "preact";
import { Avatar } from "../../parts/avatar.tsx";
import { Dot } from "../../parts/dot.tsx";
import { PriorityMark, StatusMark } from "../../parts/icons.tsx";
import { byChange, byRank, priorities, priorityOf, type TodoRow } from "../../store/todo.ts";
import type { TodoFields } from "../../store/todo-actions.ts";
import type { View } from "../../store/view.ts";
import { words } from "../../words/index.ts";

export type BoardGrouping = "status" | "list" | "priority" | "agent";

export interface BoardColumn {
  readonly key: string;
  readonly label: string;
  /** What the menu of a card calls a move there; the label where there is nothing to add. */
  readonly moveLabel?: string;
  readonly mark: ComponentChildren;
  /** What a todo becomes that is put there. */
  readonly fieldsFor: (todo: TodoRow) => TodoFields;
  /** What is said when it was put there. */
  readonly done: string;
  /** False where the cards have an order of their own. */
  readonly isOrdered: boolean;
}

export interface BoardRule {
  readonly columns: readonly BoardColumn[];
  /** The number of its column. */
  readonly groupOf: (todo: TodoRow) => number;
  readonly compare: (left: TodoRow, right: TodoRow) => number;
  /** Whether what is done has a column; elsewhere it is left out. */
  readonly hasDone: boolean;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface BoardParts {
  readonly lists: readonly (Named & { readonly color: string | null })[];
  readonly agents: readonly Named[];
}

export function boardRule(by: BoardGrouping, { lists, agents }: BoardParts): BoardRule {
  if (by === "priority") return ruleOf(priorityColumns(), priorityOf);
  if (by === "list") return byList(lists.toSorted(byName));
  if (by === "agent") return byAgent(agents.toSorted(byName));
  const columns = statuses.map(statusColumn);
  const groupOf = ({ status }: TodoRow): number => statuses.indexOf(status);
  const compare = (left: TodoRow, right: TodoRow): number =>
    left.status === "done" && right.status === "done" ? byChange(left, right) : byRank(left, right);
  return { columns, groupOf, compare, hasDone: true };
}

/** The rows of each column of a view that is in the order of the rule. */
export function rowsOf(view: View<TodoRow>, { columns, groupOf }: BoardRule): readonly (readonly TodoRow[])[] {
  const starts = columns.map((_, at) => view.firstWhere((todo) => groupOf(todo) >= at));
  return starts.map((start, at) => view.rows.slice(start, starts[at + 1] ?? view.rows.length));
}

const statuses = ["ready", "in_progress", "done"] as const;

function ruleOf(columns: readonly BoardColumn[], groupOf: (todo: TodoRow) => number): BoardRule {
  return { columns, groupOf, compare: byRank, hasDone: false };
}

function byName(left: Named, right: Named): number {
  return left.name.localeCompare(right.name);
}

function statusColumn(status: TodoRow["status"]): BoardColumn {
  return {
    key: status,
    label: words.statuses[status],
    mark: <StatusMark status={status} size={16} />,
    fieldsFor: () => ({ status }),
    done: words.statuses[status],
    isOrdered: status !== "done",
  };
}

function priorityColumns(): BoardColumn[] {
  return priorities.map((priority) => ({
    key: priority ?? "none",
    label: words.priorities[priority ?? "none"],
    mark: priority === null ? null : <PriorityMark priority={priority} />,
    fieldsFor: () => ({ priority }),
    done: words.done.priority(words.priorities[priority ?? "none"]),
    isOrdered: true,
  }));
}

function byList(lists: BoardParts["lists"]): BoardRule {
  const places = new Map(lists.map(({ id }, at) => [id, at]));
  const columns = lists.map(({ id, name, color }) => ({
    key: id,
    label: name,
    mark: <Dot color={color} />,
    fieldsFor: () => ({ todoListId: id }),
    done: words.done.moved(name),
    isOrdered: true,
  }));
  return ruleOf(columns, ({ todoListId }) => places.get(todoListId) ?? 0);
}

/** A todo of several agents stands in the first of their columns. Others who are assigned stay so. */
function byAgent(agents: readonly Named[]): BoardRule {
  const places = new Map(agents.map(({ id }, at) => [id, at]));
  const peopleOf = ({ assignees }: TodoRow) => assignees.filter(({ type }) => type !== "agent");
  const columns = agents.map(({ id, name }) => ({
    key: id,
    label: name,
    moveLabel: words.board.starts(name),
    mark: <Avatar id={id} name={name} isAgent />,
    fieldsFor: (todo: TodoRow): TodoFields => ({ assignees: [...peopleOf(todo), { id, type: "agent" }] }),
    done: words.done.assigned(name),
    isOrdered: true,
  }));
  const nobody = {
    key: "none",
    label: words.board.noAgent,
    mark: null,
    fieldsFor: (todo: TodoRow): TodoFields => ({ assignees: peopleOf(todo) }),
    done: words.board.noAgent,
    isOrdered: true,
  };
  return ruleOf([...columns, nobody], ({ assignees }) =>
    Math.min(agents.length, ...assignees.map(({ id }) => places.get(id) ?? agents.length)),
  );
}
