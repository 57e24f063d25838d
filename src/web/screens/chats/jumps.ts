/** A long chat shows its last messages; older ones come by a button, or by jumping up to one's own messages. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Message } from "../../../schema/chat.ts";
import { useKeys } from "../../parts/use.ts";

/** Messages that are drawn at first, and that each step adds. */
const stride = 40;

export interface Shown {
  readonly messages: readonly Message[];
  readonly hasEarlier: boolean;
  readonly showEarlier: () => void;
}

/** The part of the messages that is drawn. `[` and `]` jump between those of the person. */
export function useShown(all: readonly Message[]): Shown {
  const [extra, setExtra] = useState(0);
  const goal = useRef<string | null>(null);
  const from = Math.max(0, all.length - stride - extra);
  const messages = all.slice(from);
  useLayoutEffect(() => {
    if (goal.current !== null) focusOn(goal.current);
    goal.current = null;
  });
  const jump = (by: 1 | -1) => (): void => {
    const own = all.filter(({ role }) => role === "user");
    const to = own[nextOf(own, by)];
    if (to === undefined) return;
    const at = all.indexOf(to);
    if (at >= from) return focusOn(to.id);
    // It is drawn first.
    goal.current = to.id;
    setExtra(all.length - stride - at);
  };
  useKeys({ "[": jump(-1), "]": jump(1) });
  return { messages, hasEarlier: from > 0, showEarlier: () => setExtra(extra + stride) };
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
