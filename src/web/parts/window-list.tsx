/** A list of rows of one height, of which those in sight are drawn: as one of several things in a box that scrolls. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface WindowListProps<T> {
  readonly className: string;
  readonly rows: readonly T[];
  /** Of a row, in pixels. */
  readonly height: number;
  /** The row that is brought into sight when it changes; -1 for none. */
  readonly current: number;
  readonly idOf: (row: T) => string;
  /** Called while the last row is drawn: there may be more to read. */
  readonly onEnd?: (() => void) | undefined;
  readonly children: (row: T) => ComponentChildren;
}

const around = 8;

/** Stands below an element of the class `scroll`, which is the box. */
export function WindowList<T>({ className, rows, height, current, idOf, onEnd, children }: WindowListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const box = boxOf(list.current);
    if (box === null) return undefined;
    const measure = (): void => setSeen({ top: hiddenAbove(list.current, box), height: box.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    box.addEventListener("scroll", measure, { passive: true });
    return () => (observer.disconnect(), box.removeEventListener("scroll", measure));
  }, []);
  useLayoutEffect(() => {
    const box = boxOf(list.current);
    if (box === null || current < 0) return;
    const top = hiddenAbove(list.current, box);
    if (current * height < top) box.scrollTop -= top - current * height;
    else if ((current + 1) * height > top + box.clientHeight)
      box.scrollTop += (current + 1) * height - top - box.clientHeight;
  }, [current, height]);
  const first = Math.max(0, Math.floor(seen.top / height) - around);
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / height) + around);
  useEffect(() => {
    if (last === rows.length) onEnd?.();
  });
  return (
    <ul ref={list} className={`${className} window`} style={`height:${rows.length * height}px`}>
      {rows.slice(first, last).map((row, offset) => (
        <li
          key={idOf(row)}
          aria-setsize={rows.length}
          aria-posinset={first + offset + 1}
          style={`top:${(first + offset) * height}px;height:${height}px`}
        >
          {children(row)}
        </li>
      ))}
    </ul>
  );
}

function boxOf(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>(".scroll") ?? null;
}

/** How much of the list lies above the sight, in pixels; negative where something else stands above it. */
function hiddenAbove(list: HTMLElement | null, box: HTMLElement): number {
  return box.getBoundingClientRect().top - (list?.getBoundingClientRect().top ?? 0);
}
