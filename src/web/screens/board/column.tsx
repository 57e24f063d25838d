/** A column of cards: only those in sight are drawn. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { StatusMark } from "../../parts/icons.tsx";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import { Card } from "./card.tsx";

/** A card and the gap below it, in pixels. */
const height = 80;
const around = 6;

export interface ColumnProps {
  readonly status: TodoRow["status"];
  readonly rows: readonly TodoRow[];
  readonly currentId: string | null;
  readonly onCurrent: (id: string) => void;
  /** Dropped before the card of that row. */
  readonly onPut: (id: string, row: number) => void;
  /** Sent to the top of another column. */
  readonly onSend: (id: string, column: number) => void;
  readonly onShift: (id: string, by: number) => void;
}

export function Column({ status, rows, currentId, onCurrent, onPut, onSend, onShift }: ColumnProps) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 800 });
  const [over, setOver] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => (observer.disconnect(), element.removeEventListener("scroll", measure));
  }, []);
  const first = Math.max(0, Math.floor(seen.top / height) - around);
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / height) + around);
  // The card by which the keyboard comes in is always there, also when the column was scrolled away from it.
  const drawn = rows
    .map((todo, at) => ({ todo, at }))
    .filter(({ todo, at }) => (at >= first && at < last) || (currentId === null ? at === 0 : todo.id === currentId));
  const rowAt = (event: DragEvent): number => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    return Math.max(0, Math.min(rows.length, Math.round((event.clientY - top + seen.top) / height)));
  };
  return (
    <section
      className="board-column"
      aria-label={words.statuses[status]}
      onDragOver={(event) => (event.preventDefault(), setOver(rowAt(event)))}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        const id = event.dataTransfer?.getData("text/plain") ?? "";
        const from = rows.findIndex((one) => one.id === id);
        const to = rowAt(event);
        onPut(id, from >= 0 && from < to ? to - 1 : to);
      }}
    >
      <h2>
        <StatusMark status={status} size={16} /> {words.statuses[status]} <span className="count">{rows.length}</span>
      </h2>
      <div className="cards" ref={box}>
        <div style={`height:${rows.length * height}px`}>
          {over !== null && <div className="drop" style={`top:${over * height - 5}px`} />}
          {drawn.map(({ todo, at }) => (
            <Card
              key={todo.id}
              todo={todo}
              top={at * height}
              count={rows.length}
              at={at}
              isCurrent={todo.id === currentId}
              isFirst={currentId === null && at === 0}
              onCurrent={onCurrent}
              onSend={onSend}
              onShift={onShift}
            />
          ))}
        </div>
      </div>
    </section>
  );
}
