/** Which days the calendar shows, and the ways to others. */
import type { ComponentChildren } from "preact";
import { monthInWords, weekInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";
import { daysAround, onwards, type Span, spans } from "./days.ts";

export interface BarProps {
  readonly day: string;
  readonly span: Span;
  readonly today: string;
  /** What begins to select. */
  readonly children: ComponentChildren;
  readonly onDay: (day: string) => void;
  readonly onSpan: (span: Span) => void;
}

export function Bar({ day, span, today, children, onDay, onSpan }: BarProps) {
  return (
    <header className="calendar-bar">
      <h2>{span === "month" ? monthInWords(day) : weekInWords(daysAround(day, span))}</h2>
      <button
        type="button"
        className="bare"
        aria-label={words.calendar.before[span]}
        onClick={() => onDay(onwards(day, span, -1))}
      >
        <Icon name="back" />
      </button>
      <button
        type="button"
        className="bare turned"
        aria-label={words.calendar.after[span]}
        onClick={() => onDay(onwards(day, span, 1))}
      >
        <Icon name="back" />
      </button>
      <button type="button" className="outlined" onClick={() => onDay(today)}>
        {words.days.today}
      </button>
      <span className="grow" />
      {children}
      <span className="segments" role="group" aria-label={words.calendar.span}>
        {spans.map((one) => (
          <button key={one} type="button" aria-pressed={one === span} onClick={() => onSpan(one)}>
            {words.calendar.spans[one]}
          </button>
        ))}
      </span>
    </header>
  );
}
