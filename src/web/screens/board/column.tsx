/** A column of cards: only those in sight are drawn. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { TodoRow } from "../../store/todo.ts";
import type { Selection } from "../../parts/use-selection.ts";
import { language } from "../../words/index.ts";
import { Card } from "./card.tsx";
import type { BoardColumn } from "./columns.tsx";

/** A card and the gap below it, in pixels. */
const height = 80;
const around = 6;

export interface ColumnProps {
  readonly columns: readonly BoardColumn[];
  /** Which of them this is. */
  readonly at: number;
  readonly rows: readonly TodoRow[];
  /** What is said above its cards. */
  readonly note: ComponentChildren;
  /** The row of the current card, when it is here. */
  readonly currentRow: number | "elsewhere" | "none";
  readonly selection: Selection;
  readonly onCurrent: (id: string) => void;
  /** Dropped before the card of that row. */
  readonly onPut: (id: string, row: number) => void;
  /** Sent to the top of another column. */
  readonly onSend: (id: string, column: number) => void;
  readonly onShift: (id: string, by: number) => void;
}

export function Column({ columns, at: own, rows, note, currentRow, onPut, ...ofCards }: ColumnProps) {
  const { box, seen } = useSeen();
  const [over, setOver] = useState<number | null>(null);
  const column = columns[own] as BoardColumn;
  const rowAt = (event: DragEvent): number => {
    const top = box.current?.getBoundingClientRect().top ?? 0;
    return Math.max(0, Math.min(rows.length, Math.round((event.clientY - top + seen.top) / height)));
  };
  return (
    <section
      className="board-column"
      aria-label={column.label}
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
        {column.mark}
        <span className="clip" dir="auto">
          {column.label}
        </span>
        <span className="count">{rows.length.toLocaleString(language())}</span>
      </h2>
      {note}
      <div className="cards" ref={box}>
        <div style={`height:${rows.length * height}px`}>
          {over !== null && <div className="drop" style={`top:${over * height - 5}px`} />}
          {drawnRows(rows.length, seen, currentRow).map((at) => (
            <Card
              key={rows[at]?.id}
              todo={rows[at] as TodoRow}
              columns={columns}
              column={own}
              top={at * height}
              count={rows.length}
              at={at}
              isCurrent={at === currentRow}
              isFirst={currentRow === "none" && at === 0}
              {...ofCards}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface Seen {
  readonly top: number;
  readonly height: number;
  /** Whether the column itself is in sight, or nearly so. */
  readonly isNear: boolean;
}

/** The rows in sight. The card by which the keyboard comes in is always there, also when the column was scrolled away from it. */
function drawnRows(count: number, seen: Seen, currentRow: ColumnProps["currentRow"]): number[] {
  const first = Math.max(0, Math.floor(seen.top / height) - around);
  const last = seen.isNear ? Math.min(count, Math.ceil((seen.top + seen.height) / height) + around) : first;
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, at) => first + at);
  const entry = currentRow === "none" ? 0 : currentRow;
  const isMissing = entry !== "elsewhere" && entry < count && (entry < first || entry >= last);
  return isMissing ? [...drawn, entry] : drawn;
}

/** What is in sight of a box that scrolls by itself, and with the board. */
function useSeen() {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 800, isNear: false });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setSeen((now) => ({ ...now, top: element.scrollTop, height: element.clientHeight }));
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const near = new IntersectionObserver(([entry]) => setSeen((now) => ({ ...now, isNear: isIn(entry) })), {
      root: element.closest(".board"),
      rootMargin: "0px 300px",
    });
    near.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => (sizes.disconnect(), near.disconnect(), element.removeEventListener("scroll", measure));
  }, []);
  return { box, seen };
}

function isIn(entry: IntersectionObserverEntry | undefined): boolean {
  return entry?.isIntersecting ?? false;
}
