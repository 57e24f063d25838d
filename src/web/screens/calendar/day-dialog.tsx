/** All of one day, and a line to add to it. */
import type { ComponentChildren } from "preact";
import { Dialog } from "../../parts/dialog.tsx";
import { longDay } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";
import type { Entry } from "./entries.ts";
import { EntryLine } from "./entry.tsx";

export interface DayDialogProps {
  readonly day: string;
  readonly entries: readonly Entry[];
  /** What adds a todo to the day. */
  readonly children: ComponentChildren;
  readonly onClose: () => void;
}

export function DayDialog({ day, entries, children, onClose }: DayDialogProps) {
  return (
    <Dialog label={longDay(day)} className="day-dialog" onClose={onClose}>
      {() => (
        <>
          <header>
            <h2 className="grow">{longDay(day)}</h2>
            <button type="button" className="bare" aria-label={words.close} onClick={onClose}>
              <Icon name="close" />
            </button>
          </header>
          {entries.length === 0 && <p className="soft">{words.calendar.nothing}</p>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.key} onClick={onClose}>
                <EntryLine entry={entry} isFull />
              </li>
            ))}
          </ul>
          {children}
        </>
      )}
    </Dialog>
  );
}
