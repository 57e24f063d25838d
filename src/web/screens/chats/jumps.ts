/** Of a long chat a part is drawn: its last messages, until somebody goes back by a button, or by jumping to their own messages. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { useKeys } from "../../parts/use.ts";

/** Messages that are drawn at the end, and by which a step goes on; earlier ones are drawn with as many that follow them. */
const stride = 40;

export interface Shown {
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
  readonly showEarlier: () => void;
  /** Null where the end is drawn. */
  readonly showLater: (() => void) | null;
}

/** The part of the messages that is drawn. `[` and `]` jump between those of the person. */
export function useShown(all: readonly Message[]): Shown {
  /** Where it begins; null while it follows the end. */
  const [begin, setBegin] = useState<number | null>(null);
  const goal = useRef<string | null>(null);
  const last = Math.max(0, all.length - stride);
  const from = Math.min(begin ?? last, last);
  /** Whether the end was drawn last: what is said then is drawn, too. */
  const follows = useRef(true);
  const to = begin === null || follows.current ? all.length : Math.min(all.length, from + 2 * stride);
  const messages = all.slice(from, to);
  useLayoutEffect(() => {
    follows.current = to === all.length;
    if (goal.current !== null) focusOn(goal.current);
    goal.current = null;
  });
  // Who says something looks at the end.
  const isOwn = all.at(-1)?.role === "user";
  useEffect(() => {
    if (isOwn) setBegin(null);
  }, [all.length]);
  const move = (start: number): void => {
    follows.current = false;
    setBegin(start >= last ? null : Math.max(0, start));
  };
  const jump = (by: 1 | -1) => (): void => {
    const own = all.filter(({ role }) => role === "user");
    const next = own[nextOf(own, by)];
    if (next === undefined) return;
    const at = all.indexOf(next);
    if (at >= from && at < to) return focusOn(next.id);
    // It is drawn first, with what was said before it.
    goal.current = next.id;
    move(at - stride / 2);
  };
  useKeys({ "[": jump(-1), "]": jump(1) });
  const isAtEnd = to === all.length;
  return {
    messages,
    hasEarlier: from > 0,
    showEarlier: () => move(from - stride),
    showLater: isAtEnd ? null : () => move(from + stride),
  };
}

/** Where the jump goes: from the one that has the focus, else from the end. */
function nextOf(own: readonly Message[], by: 1 | -1): number {
  const focused = document.activeElement?.id.replace("message-", "");
  const at = own.findIndex(({ id }) => id === focused);
  if (at >= 0) return at + by;
  return by === -1 ? own.length - 1 : own.length;
}

function focusOn(id: string): void {
  const element = document.getElementById(`message-${id}`);
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}
