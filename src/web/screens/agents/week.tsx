/** The hours of a week as bars that are painted and erased: by dragging along a day, or by keys. The fields below say the same. */
import { useState } from "preact/hooks";
import { words } from "../../words/index.ts";
import {
  clockOf,
  type Day,
  days,
  isIn,
  minutesOfDay,
  painted,
  type Span,
  type Week,
  weekOf,
  type Window,
  windowsOf,
} from "./week-hours.ts";

/** In minutes: what one step of a drag or a key paints. */
const step = 30;

export interface WeekBarsProps {
  readonly windows: readonly Window[];
  readonly onSet: (windows: Window[]) => void;
}

export function WeekBars({ windows, onSet }: WeekBarsProps) {
  const week = weekOf(windows);
  const paint = (day: Day, span: Span, isOn: boolean): void => onSet(windowsOf(painted(week, day, span, isOn)));
  return (
    <div
      className="week"
      role="group"
      aria-label={words.agents.hours.bars}
      aria-description={words.agents.hours.barsHint}
    >
      {days.map((day) => (
        <DayBar key={day} day={day} week={week} onPaint={(span, isOn) => paint(day, span, isOn)} />
      ))}
      <div className="scale soft" aria-hidden="true">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{clockOf(hour * 60)}</span>
        ))}
      </div>
      <p className="soft">{words.agents.hours.barsHint}</p>
    </div>
  );
}

interface DayBarProps {
  readonly day: Day;
  readonly week: Week;
  readonly onPaint: (span: Span, isOn: boolean) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** Whether it paints; else it erases. */
  readonly isOn: boolean;
}

function DayBar({ day, week, onPaint }: DayBarProps) {
  const [at, setAt] = useState(9 * 60);
  const [drag, setDrag] = useState<Drag | null>(null);
  const shown = drag === null ? week[day] : painted(week, day, spanOf(drag), drag.isOn)[day];
  const name = words.agents.hours.days[day];
  const press = (event: PointerEvent & { readonly currentTarget: HTMLElement }): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = slotAt(event);
    setAt(from);
    setDrag({ from, to: from, isOn: !isIn(week[day], from) });
  };
  const release = (): void => {
    if (drag !== null) onPaint(spanOf(drag), drag.isOn);
    setDrag(null);
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void => {
    const by = { ArrowRight: step, ArrowLeft: -step }[event.key];
    if (by !== undefined) {
      const next = Math.max(0, Math.min(minutesOfDay - step, at + by));
      setAt(next);
      if (event.shiftKey) onPaint([next, next + step], isIn(week[day], at));
    } else if (event.key === " ") onPaint([at, at + step], !isIn(week[day], at));
    else if (event.key === "ArrowDown" || event.key === "ArrowUp")
      focusDay(event.currentTarget, event.key === "ArrowUp" ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div>
      <span className="soft">{name}</span>
      <div
        className="day-bar"
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={minutesOfDay}
        aria-valuenow={at}
        aria-valuetext={`${clockOf(at)}, ${isIn(week[day], at) ? words.agents.hours.works : words.agents.hours.rests}. ${inWords(week[day])}`}
        onPointerDown={press}
        onPointerMove={(event) => drag !== null && setDrag({ ...drag, to: slotAt(event) })}
        onPointerUp={release}
        onPointerCancel={() => setDrag(null)}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${minutesOfDay} 10`} preserveAspectRatio="none" aria-hidden="true">
          <rect className="whole" x={0} y={0} width={minutesOfDay} height={10} />
          {shown.map(([from, to]) => (
            <rect key={from} x={from} y={0} width={to - from} height={10} />
          ))}
          {[6, 12, 18].map((hour) => (
            <path key={hour} className="hour" d={`M${hour * 60} 0v10`} />
          ))}
          <rect className="cursor" x={at} y={0} width={step} height={10} />
        </svg>
      </div>
    </div>
  );
}

/** The half hour below the pointer, in minutes of the day. */
function slotAt(event: PointerEvent & { readonly currentTarget: HTMLElement }): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const slot = Math.floor(((event.clientX - left) / width) * (minutesOfDay / step));
  return Math.max(0, Math.min(minutesOfDay / step - 1, slot)) * step;
}

function spanOf({ from, to }: Drag): Span {
  return [Math.min(from, to), Math.max(from, to) + step];
}

function inWords(spans: readonly Span[]): string {
  return spans.map(([from, to]) => `${clockOf(from)}–${clockOf(to)}`).join(", ");
}

/** The bar of the day before or after. */
function focusDay(bar: HTMLElement, by: number): void {
  const bars = [...(bar.closest(".week")?.querySelectorAll<HTMLElement>(".day-bar") ?? [])];
  bars[bars.indexOf(bar) + by]?.focus();
}
