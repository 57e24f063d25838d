/** A month or a week: what is due, what schedules ran and will run. Days are walked by arrows, and todos dragged from one to another. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CalendarEntry } from "../../../schema/calendar.ts";
import { addDays } from "../../base/days.ts";
import { dayInWords, weekDay } from "../../parts/due.tsx";
import { Failed } from "../../parts/screen.tsx";
import { SelectButton, SelectionBar } from "../../parts/selection-bar.tsx";
import { useMedia, useStore, useToday, useView } from "../../parts/use.ts";
import { byDay as inOrder, type TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Bar } from "./bar.tsx";
import { Day } from "./day.tsx";
import { DayDialog } from "./day-dialog.tsx";
import { daysAround, onwards, type Span, spans } from "./days.ts";
import { byDay } from "./entries.ts";
import { useCalendar } from "./use-calendar.ts";
import { useCalendarSelection } from "./use-calendar-selection.ts";

export interface CalendarProps {
  readonly label: string;
  /** Which todos, whatever their state. */
  readonly test: (todo: TodoRow) => boolean;
  readonly given: readonly unknown[];
  readonly listId: string | null;
  /** What the page does not have in memory passes no filter. */
  readonly isFiltered: boolean;
  /** As the address says; today's month without. */
  readonly span: string | null;
  readonly day: string | null;
  /** What adds a todo to a day. */
  readonly composerOf: (day: string) => ComponentChildren;
  readonly onGo: (change: Readonly<Record<string, string | null>>) => void;
}

export function Calendar({ label, test, given, listId, isFiltered, ...asked }: CalendarProps) {
  const { todos, lists, actions } = useStore();
  const today = useToday();
  const isPhone = useMedia("(max-width: 639px)");
  const { onGo } = asked;
  const span = spans.find((one) => one === asked.span) ?? (isPhone ? "week" : "month");
  const day = asked.day ?? today;
  const days = daysAround(day, span);
  const [from = day, to = day] = [days[0], days.at(-1)];
  const { entries: read, hasMore, problem, read: again } = useCalendar(from, to);
  const isDue = (todo: TodoRow): boolean =>
    todo.dueDate !== null && todo.dueDate >= from && todo.dueDate <= to && todo.status !== "done" && test(todo);
  const { rows } = useView(todos, { test: isDue, compare: inOrder }, [...given, from, to]);
  const isOfList = (entry: CalendarEntry): boolean => {
    const todo = todos.get(entry.todoId);
    if (todo !== undefined) return test(todo);
    if (isFiltered) return false;
    return listId === null ? lists.get(entry.todoListId) !== undefined : entry.todoListId === listId;
  };
  const entries = byDay(rows, read.filter(isOfList));
  const [opened, setOpened] = useState<string | null>(null);
  const goTo = (to: string): void => onGo({ day: to === today ? null : to });
  const { selection, chosen, selectDays, selectAll, focusTodo } = useCalendarSelection(rows, { day, entries });
  /** A selected todo takes the others along. */
  const move = (todoId: string, to: string): void => {
    const all = selection.ids.has(todoId) ? chosen : [todoId];
    const moved = all.filter((id) => (todos.get(id)?.dueDate ?? to) !== to);
    if (moved.length === 0) return;
    actions.change(moved, { dueDate: to }, actions.labelOf(words.done.due(dayInWords(to, today)), moved));
  };
  const inMonth = day.slice(0, 7);
  return (
    <section className="calendar" aria-label={`${label}, ${words.calendar.label}`}>
      <Bar day={day} span={span} today={today} onDay={goTo} onSpan={(one) => onGo({ span: one })}>
        <SelectButton selection={selection} />
      </Bar>
      {problem !== null && <Failed reason={problem} onRetry={again} />}
      {hasMore && <p className="waiting">{words.calendar.cut}</p>}
      <div
        className="days"
        onKeyDown={(event) => walk(event, { current: day, span, onGo: goTo, onExtend: selectDays })}
      >
        <table className={`span-${span}`}>
          <thead>
            <tr>
              {days.slice(0, 7).map((one) => (
                <th key={weekDay(one)} scope="col">
                  {weekDay(one)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(days).map((week) => (
              <tr key={week[0]}>
                {week.map((one) => (
                  <Day
                    key={one}
                    day={one}
                    entries={entries.get(one) ?? []}
                    room={span === "week" ? Infinity : isPhone ? 0 : 3}
                    isFull={span === "week"}
                    isToday={one === today}
                    isAround={span === "month" && !one.startsWith(inMonth)}
                    isCurrent={one === day}
                    onCurrent={(to) => to !== day && goTo(to)}
                    onOpen={setOpened}
                    onDrop={move}
                    selection={selection}
                    onFocusTodo={focusTodo}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {opened !== null && (
        <DayDialog day={opened} entries={entries.get(opened) ?? []} onClose={() => setOpened(null)}>
          {asked.composerOf(opened)}
        </DayDialog>
      )}
      <SelectionBar selection={selection} ids={chosen} onAll={selectAll} />
    </section>
  );
}

function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
}

interface Walk {
  readonly current: string;
  readonly span: Span;
  readonly onGo: (day: string) => void;
  /** With Shift: from one day to the other. */
  readonly onExtend: (from: string, to: string) => void;
}

/** Arrows go by days and weeks, Page keys by what is shown: from the day that has the focus, whatever was drawn since. */
function walk(event: KeyboardEvent, { current, span, onGo, onExtend }: Walk): void {
  const focused = document.activeElement?.id ?? "";
  const day = focused.startsWith("day-") ? focused.slice(4) : current;
  const week = daysAround(day, "week");
  const moves: Readonly<Record<string, string>> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    PageUp: onwards(day, span, -1),
    PageDown: onwards(day, span, 1),
    Home: week[0] ?? day,
    End: week.at(-1) ?? day,
  };
  const to = moves[event.key];
  if (to === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.shiftKey) onExtend(day, to);
  const shown = document.getElementById(`day-${to}`);
  onGo(to);
  // A day that is not drawn yet has the focus once it is.
  if (shown === null) requestAnimationFrame(() => document.getElementById(`day-${to}`)?.focus());
  else shown.focus();
}
