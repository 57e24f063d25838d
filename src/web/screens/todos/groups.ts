/** How todos are put into groups: each has an order of its groups, so that a sorted view has them one after the other. */
import { addDays } from "../../base/days.ts";
import type { Group } from "../../parts/window.ts";
import { byDay, byUrgency, priorityOf, type TodoRow } from "../../store/todo.ts";
import type { View, ViewRule } from "../../store/view.ts";
import { words } from "../../words/index.ts";

export const groupings = ["due", "priority", "list", "agent", "status"] as const;
/** Those of a board, whose cards change what they are put under: a day is not put under a heading. */
export const boardGroupings = ["status", "list", "priority", "agent"] as const;
export type Grouping = (typeof groupings)[number];

export interface GroupRule extends Pick<ViewRule<TodoRow>, "compare" | "groupOf"> {
  /** The groups of a view that is in this order. */
  readonly groups: (view: View<TodoRow>) => Group[];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface GroupParts {
  readonly today: string;
  readonly lists: readonly Named[];
  readonly agents: readonly Named[];
}

type Head = Pick<Group, "key" | "label" | "tone">;

/** The rule of a grouping, for the day and the names as they are now. */
export function groupRule(by: Grouping, parts: GroupParts): GroupRule {
  const { today, lists, agents } = parts;
  if (by === "due") return ruleOf(dueHeads(), dueOrder(today), byDay);
  if (by === "priority") return ruleOf(priorityHeads(), priorityOf, byDay);
  if (by === "status")
    return ruleOf(
      statusHeads(),
      ({ status }) => (status === "in_progress" ? 0 : status === "ready" ? 1 : 2),
      byUrgency,
    );
  if (by === "list") return byName(lists, words.fields.noList, ({ todoListId }) => [todoListId]);
  return byName(agents, words.board.noAgent, ({ assignees }) => assignees.map(({ id }) => id));
}

/** Today: late; due today, or at one of the instants of `again`, by which they follow; and what else is in progress. */
export function todayRule(today: string, again: ReadonlyMap<string, string>): GroupRule {
  const order = ({ id, dueDate }: TodoRow): number => {
    if (dueDate !== null && dueDate < today) return 0;
    return dueDate === today || again.has(id) ? 1 : 2;
  };
  const within = (left: TodoRow, right: TodoRow): number => {
    const [one, other] = order(left) === 1 ? [again.get(left.id) ?? "", again.get(right.id) ?? ""] : ["", ""];
    return one === other ? byDay(left, right) : one < other ? -1 : 1;
  };
  return ruleOf(
    [
      { key: "late", label: words.groups.late, tone: "late" },
      { key: "today", label: words.groups.today, tone: "now" },
      { key: "running", label: words.groups.inProgress },
    ],
    order,
    within,
  );
}

function ruleOf(
  heads: readonly Head[],
  order: (todo: TodoRow) => number,
  within: ViewRule<TodoRow>["compare"],
): GroupRule {
  return {
    groupOf: order,
    compare: within,
    groups: (view) => {
      const starts = heads.map((_, at) => view.firstWhere((todo) => order(todo) >= at));
      return heads.map((head, at) => ({
        ...head,
        start: starts[at] as number,
        end: starts[at + 1] ?? view.rows.length,
      }));
    },
  };
}

function byName(named: readonly Named[], none: string, idsOf: (todo: TodoRow) => readonly string[]): GroupRule {
  const sorted = named.toSorted((left, right) => left.name.localeCompare(right.name));
  const places = new Map(sorted.map(({ id }, at) => [id, at]));
  const order = (todo: TodoRow): number =>
    Math.min(sorted.length, ...idsOf(todo).map((id) => places.get(id) ?? sorted.length));
  const heads = [...sorted.map(({ id, name }) => ({ key: id, label: name })), { key: "none", label: none }];
  return ruleOf(heads, order, byUrgency);
}

/** Late, today, tomorrow, the seven days from today, later, no day. */
function dueOrder(today: string): (todo: TodoRow) => number {
  const [tomorrow, week] = [addDays(today, 1), addDays(today, 7)];
  return ({ dueDate }) => {
    if (dueDate === null) return 5;
    if (dueDate <= tomorrow) return dueDate < today ? 0 : dueDate === today ? 1 : 2;
    return dueDate < week ? 3 : 4;
  };
}

function dueHeads(): Head[] {
  const { late, today, tomorrow, week, later, noDay } = words.groups;
  return [
    { key: "late", label: late, tone: "late" },
    { key: "today", label: today, tone: "now" },
    { key: "tomorrow", label: tomorrow },
    { key: "week", label: week },
    { key: "later", label: later },
    { key: "none", label: noDay },
  ];
}

function priorityHeads(): Head[] {
  return (["urgent", "high", "medium", "low", "none"] as const).map((key) => ({ key, label: words.priorities[key] }));
}

function statusHeads(): Head[] {
  return (["in_progress", "ready", "done"] as const).map((key) => ({ key, label: words.statuses[key] }));
}
