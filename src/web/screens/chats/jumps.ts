/** Of a long chat a part is drawn: its last messages, until somebody goes back by a button, by jumping to their own messages, or to a call. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { useKeys } from "../../parts/use.ts";
import type { Follow } from "./follow.ts";
import { elementOf, holds } from "./turns.ts";

/** Messages that are drawn at the end, and by which a step goes on; earlier ones are drawn with as many that follow them. */
const stride = 40;
const end = "end";

export interface Shown {
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
  readonly showEarlier: () => void;
  /** Null where the end is drawn. */
  readonly showLater: (() => void) | null;
}

export interface ShownProps {
  /** The element that is looked for: of a message, or of a call. */
  readonly wanted: string | null;
  /** How often the person has said something here. */
  readonly said: number;
  readonly follow: Follow;
}

/** The part of the messages that is drawn. `[` and `]` jump between those of the person. */
export function useShown(all: readonly Message[], { wanted, said, follow }: ShownProps): Shown {
  /** Where it begins; null while it follows the end. */
  const [begin, setBegin] = useState<number | null>(null);
  /** What is shown once it is drawn: an element by its id, or the end. */
  const goal = useRef<string | null>(null);
  const last = Math.max(0, all.length - stride);
  const drawnFrom = useRef(last);
  // What somebody reads is not taken away when more is said.
  const from = Math.min(begin ?? (follow.isAtEnd() ? last : drawnFrom.current), last);
  /** Whether the end was drawn last: what is said then is drawn, too. */
  const follows = useRef(true);
  const to = begin === null || follows.current ? all.length : Math.min(all.length, from + 2 * stride);
  const messages = all.slice(from, to);
  const show = (elementId: string): void => {
    focusOn(elementId);
    follow.look();
  };
  useLayoutEffect(() => {
    drawnFrom.current = from;
    follows.current = to === all.length;
    if (goal.current === end) follow.toEnd();
    else if (goal.current !== null) show(goal.current);
    // As many messages may have gone as came, and nothing has grown.
    else follow.stay();
    goal.current = null;
  });
  // Who says something looks at the end.
  useLayoutEffect(() => {
    if (said === 0) return;
    if (begin === null) return follow.toEnd();
    goal.current = end;
    setBegin(null);
  }, [said]);
  const move = (start: number): void => {
    follows.current = false;
    setBegin(start >= last ? null : Math.max(0, start));
  };
  /** What is not drawn yet is drawn first, with what was said before it. */
  const goTo = (at: number, elementId: string): void => {
    if (at >= from && at < to) return show(elementId);
    goal.current = elementId;
    move(at - stride / 2);
  };
  useLayoutEffect(() => {
    const at = all.findIndex((message) => holds(message, wanted));
    if (wanted !== null && at >= 0) goTo(at, wanted);
  }, [wanted]);
  const jump = (by: 1 | -1) => (): void => {
    const own = all.filter(({ role }) => role === "user");
    const next = own[nextOf(own, by)];
    if (next !== undefined) goTo(all.indexOf(next), elementOf(next));
  };
  useKeys({ "[": jump(-1), "]": jump(1) });
  /** Draws another part, and stays at the message that was at its edge. */
  const turn = (start: number, edge: Message | undefined) => (): void => {
    goal.current = edge === undefined ? null : elementOf(edge);
    move(start);
  };
  const isAtEnd = to === all.length;
  return {
    messages,
    hasEarlier: from > 0,
    showEarlier: turn(from - stride, messages[0]),
    showLater: isAtEnd ? null : turn(from + stride, messages.at(-1)),
  };
}

/** Where the jump goes: from the one that has the focus, else from the end. */
function nextOf(own: readonly Message[], by: 1 | -1): number {
  const focused = document.activeElement?.id.replace("message-", "");
  const at = own.findIndex(({ id }) => id === focused);
  if (at >= 0) return at + by;
  return by === -1 ? own.length - 1 : own.length;
}

function focusOn(elementId: string): void {
  const element = document.getElementById(elementId);
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}
