/** Keeps the end of a conversation in sight while it grows; who has scrolled up reads there. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** In pixels: as near to the end is at it. */
const near = 120;

export interface Follow {
  /** The box that scrolls; its first element is what grows. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
}

export function useFollow(isFromEnd: boolean): Follow {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(isFromEnd);
  const stay = (): void => {
    if (follows.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const look = (): void => {
      follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < near;
    };
    const observer = new ResizeObserver(stay);
    for (const one of [element, element.firstElementChild]) if (one !== null) observer.observe(one);
    element.addEventListener("scroll", look, { passive: true });
    return () => (observer.disconnect(), element.removeEventListener("scroll", look));
  }, []);
  const toEnd = (): void => {
    follows.current = true;
    stay();
  };
  return { box, toEnd };
}
