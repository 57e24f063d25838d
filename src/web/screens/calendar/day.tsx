/** A day of the grid: its number, what fits, and how many more there are. */
import { dayNumber, longDay, weekDay } from "../../parts/due.tsx";
import type { Selection } from "../../parts/use-selection.ts";
import { words } from "../../words/index.ts";
import { didNotRun, type Entry, isMovable } from "./entries.ts";
import { EntryLine } from "./entry.tsx";

export interface DayProps {
  readonly day: string;
  readonly entries: readonly Entry[];
  /** How many entries are shown before "+3 more"; with 0 each is a dot. */
  readonly room: number;
  readonly isToday: boolean;
  /** It belongs to another month than the one that is shown. */
  readonly isAround: boolean;
  /** Where the keyboard is. */
  readonly isCurrent: boolean;
  readonly isFull: boolean;
  readonly onCurrent: (day: string) => void;
  readonly onOpen: (day: string) => void;
  readonly onDrop: (todoId: string, day: string) => void;
  readonly selection: Selection;
  readonly onFocusTodo: (todoId: string | null) => void;
}

export function Day({
  day,
  entries,
  room,
  isFull,
  onCurrent,
  onOpen,
  onDrop,
  selection,
  onFocusTodo,
  ...is
}: DayProps) {
  const shown = entries.length > room ? entries.slice(0, Math.max(0, room - 1)) : entries;
  const more = room === 0 ? 0 : entries.length - shown.length;
  const className = ["day", is.isToday ? "today" : "", is.isAround ? "around" : ""].join(" ");
  return (
    <td
      className={className}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop(event.dataTransfer?.getData("text/plain") ?? "", day);
      }}
    >
      <div className="inside">
        <small className="week-day" aria-hidden="true">
          {weekDay(day)}
        </small>
        <button
          type="button"
          id={`day-${day}`}
          className="bare number"
          tabIndex={is.isCurrent ? 0 : -1}
          aria-label={words.calendar.entries(longDay(day), entries.length)}
          {...(is.isToday && { "aria-current": "date" })}
          onFocus={() => {
            onFocusTodo(null);
            onCurrent(day);
          }}
          onClick={() => onOpen(day)}
        >
          {dayNumber(day)}
        </button>
        {room === 0 && <Dots entries={entries} />}
        {shown.map((entry) => (
          <EntryLine
            key={entry.key}
            entry={entry}
            isFull={isFull}
            selection={selection}
            onFocus={() => onFocusTodo(isMovable(entry) ? entry.todoId : null)}
          />
        ))}
        {more > 0 && (
          <button type="button" className="quiet link more" tabIndex={-1} onClick={() => onOpen(day)}>
            {words.calendar.more(more)}
          </button>
        )}
      </div>
    </td>
  );
}

function Dots({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <span className="dots" aria-hidden="true">
      {entries.slice(0, 4).map((entry) => (
        <span key={entry.key} className={didNotRun(entry) ? "not-run" : entry.kind} />
      ))}
    </span>
  );
}
