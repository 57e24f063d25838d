/** Keeps the end of a conversation in sight while it grows; who has scrolled up reads there. */
import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** In pixels: as near to the end is at it. */
const near = 120;

export interface Follow {
  /** The box that scrolls; its first element is what grows. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly toEnd: () => void;
  /** At the end, if it was there. */
  readonly stay: () => void;
  /** Where it stands now is where somebody reads. */
  readonly look: () => void;
  /** Whether the end is in sight, and stays there. */
  readonly isAtEnd: () => boolean;
}

export function useFollow(isFromEnd: boolean): Follow {
  const box = useRef<HTMLDivElement>(null);
  const follows = useRef(isFromEnd);
  /** In pixels, when it was looked at last. */
  const height = useRef(0);
  const look = (): void => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = box.current ?? {};
    follows.current = scrollHeight - scrollTop - clientHeight < near;
    height.current = scrollHeight;
  };
  const stay = (): void => {
    if (follows.current) box.current?.scrollTo({ top: box.current.scrollHeight });
    height.current = box.current?.scrollHeight ?? 0;
  };
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    // What has just grown was not scrolled by anybody.
    const scrolled = (): void => (element.scrollHeight === height.current ? look() : undefined);
    const observer = new ResizeObserver(stay);
    for (const one of [element, element.firstElementChild]) if (one !== null) observer.observe(one);
    element.addEventListener("scroll", scrolled, { passive: true });
    return () => (observer.disconnect(), element.removeEventListener("scroll", scrolled));
  }, []);
  const toEnd = (): void => {
    follows.current = true;
    stay();
  };
  return { box, toEnd, stay, look, isAtEnd: () => follows.current };
}
