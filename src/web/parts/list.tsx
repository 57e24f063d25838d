/**
 * A list of rows in groups with heads that stay in sight. One focus for the whole list, the current row named by
 * `aria-activedescendant`; only what is seen is drawn, and every row says where it stands among all.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { words } from "../words/index.ts";
import { useMedia } from "./use.ts";
import { type Group, place, type Placed, rowsWithin, type Sizes, topOf } from "./window.ts";

export interface ListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly groups: readonly Group[];
  readonly current: number;
  readonly isSelected: (row: T) => boolean;
  /** Whether a press selects: rows show a box then, in place of their mark. */
  readonly isSelecting?: boolean;
  /** Stays in sight next to the head of the group at the top. */
  readonly corner?: ComponentChildren;
  readonly idOf: (row: T) => string;
  readonly onCurrent: (at: number) => void;
  readonly onOpen: (row: T) => void;
  /** Shows what is folded away of a group. */
  readonly onUnfold?: (group: Group) => void;
  readonly children: (row: T, group: string) => ComponentChildren;
}

const fine: Sizes = { row: 36, head: 36 };
const coarse: Sizes = { row: 44, head: 44 };

export function List<T>(props: ListProps<T>) {
  const sizes = useMedia("(pointer: coarse)") ? coarse : fine;
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setScroll({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
  const { placed, height } = place(props.groups, sizes);
  const { current, rows, idOf } = props;
  useEffect(() => {
    if (box.current !== null && current >= 0) bringIntoView(box.current, topOf(placed, sizes, current), sizes);
  }, [current, sizes]);
  const isIn = (group: Placed): boolean =>
    group.top < scroll.top + scroll.height + 300 && group.top + group.height > scroll.top - 300;
  const active = rows[current];
  return (
    <div className={props.isSelecting === true ? "list selecting" : "list"} ref={box}>
      {props.corner !== undefined && <div className="corner">{props.corner}</div>}
      <div
        role="listbox"
        aria-label={props.label}
        aria-multiselectable="true"
        tabIndex={0}
        data-list
        className="rows"
        style={`height:${height}px`}
        onFocus={({ currentTarget }) => {
          // Reached by Tab, it has a row that shows the ring. A press of the mouse names its own.
          if (active === undefined && currentTarget.matches(":focus-visible")) props.onCurrent(0);
        }}
        {...(active !== undefined && { "aria-activedescendant": `row-${idOf(active)}` })}
      >
        {placed.filter(isIn).map((group) => (
          <GroupRows key={group.key} {...props} group={group} sizes={sizes} scroll={scroll} />
        ))}
      </div>
      {placed.map((group) => (
        <Unfold key={group.key} group={group} row={sizes.row} onUnfold={() => props.onUnfold?.(group)} />
      ))}
    </div>
  );
}

interface GroupProps<T> extends ListProps<T> {
  readonly group: Placed;
  readonly sizes: Sizes;
  readonly scroll: { readonly top: number; readonly height: number };
}

function GroupRows<T>({ group, sizes, scroll, ...props }: GroupProps<T>) {
  const { rows, current, idOf, isSelected, onCurrent, onOpen, children } = props;
  const { first, last } = rowsWithin(group, sizes, scroll.top, scroll.top + scroll.height);
  const head = `group-${group.key}`;
  return (
    <div role="group" aria-labelledby={head} className="group" style={`top:${group.top}px;height:${group.height}px`}>
      <div className={`head ${group.tone ?? ""}`} style={`height:${sizes.head}px`} role="presentation">
        <span id={head}>{group.label}</span>{" "}
        <span className="count">{group.end - group.start + (group.folded ?? 0)}</span>
      </div>
      {rows.slice(first, last).map((row, offset) => {
        const at = first + offset;
        const top = sizes.head + (at - group.start) * sizes.row;
        return (
          <div
            key={idOf(row)}
            id={`row-${idOf(row)}`}
            role="option"
            aria-selected={isSelected(row)}
            aria-setsize={rows.length}
            aria-posinset={at + 1}
            className={at === current ? "row current" : "row"}
            style={`top:${top}px;height:${sizes.row}px`}
            onClick={() => {
              onCurrent(at);
              onOpen(row);
            }}
          >
            {children(row, group.key)}
          </div>
        );
      })}
    </div>
  );
}

interface UnfoldProps {
  readonly group: Placed;
  /** Height of a row, in pixels. */
  readonly row: number;
  readonly onUnfold: () => void;
}

/** Lies over the last line of a group; it stands outside the list box, which holds options alone. */
function Unfold({ group, row, onUnfold }: UnfoldProps) {
  if (group.folded === undefined) return null;
  return (
    <button
      type="button"
      className="quiet link unfold"
      style={`top:${group.top + group.height - row}px;height:${row}px`}
      onClick={onUnfold}
    >
      {words.unfold(group.folded)} <span className="unseen">{group.label}</span>
    </button>
  );
}

/** Scrolls no more than is needed; a sticky head hides nothing. */
function bringIntoView(box: HTMLElement, top: number, { row, head }: Sizes): void {
  if (top - head < box.scrollTop) box.scrollTop = top - head;
  else if (top + row > box.scrollTop + box.clientHeight) box.scrollTop = top + row - box.clientHeight + 4;
}
