/**
 * Lines in blocks, of which those near the sight are drawn. The others are plain text of about the same height, one element each, so that the
 * search of the browser finds what was said in them, and comes to where it will be drawn.
 */
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

export interface BlocksProps<Line> {
  readonly className: string;
  readonly lines: readonly Line[];
  readonly textOf: (line: Line) => string;
  /** The line that is brought into sight when it changes; -1 for none. */
  readonly current: number;
  readonly children: (line: Line, at: number) => ComponentChildren;
}

const linesEach = 20;
/** Of a line that was never drawn, in pixels: of one row of text, and of each letter. */
const guess = { row: 42, letter: 0.25 } as const;

export function Blocks<Line>({ className, lines, textOf, current, children }: BlocksProps<Line>) {
  const box = useRef<HTMLDivElement>(null);
  const starts = Array.from({ length: Math.ceil(lines.length / linesEach) }, (_, block) => block * linesEach);
  const { near, heightOf } = useNear(box, starts.length);
  /** Drawn with those around it before it is scrolled to, so that their heights move it no more. */
  const currentBlock = current < 0 ? -2 : Math.floor(current / linesEach);
  /** The focus is not taken from where it is. */
  const [focused, setFocused] = useState(-1);
  /** Where it was scrolled to. What is drawn above the line may be of another height: then it is brought into sight again, unless somebody has scrolled. */
  const broughtTo = useRef<number | null>(null);
  const bring = (): void => {
    box.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    broughtTo.current = scrollerOf(box.current)?.scrollTop ?? null;
  };
  useEffect(bring, [current]);
  useEffect(() => {
    if (scrollerOf(box.current)?.scrollTop === broughtTo.current) bring();
  }, [near]);
  return (
    <div className={className} role="list" ref={box}>
      {starts.map((start, block) => {
        const own = lines.slice(start, start + linesEach);
        const isNear = near.has(block) || block === focused || Math.abs(block - currentBlock) <= 1;
        if (isNear)
          return (
            <div key={block} data-block={block} onFocusIn={() => setFocused(block)} onFocusOut={() => setFocused(-1)}>
              {own.map((line, offset) => {
                const at = start + offset;
                return (
                  <div
                    key={at}
                    role="listitem"
                    className="line"
                    aria-setsize={lines.length}
                    aria-posinset={at + 1}
                    {...(at === current && { "aria-current": "true" })}
                  >
                    {children(line, at)}
                  </div>
                );
              })}
            </div>
          );
        const texts = own.map(textOf);
        const height = heightOf(block) ?? texts.reduce((sum, text) => sum + guess.row + text.length * guess.letter, 0);
        return (
          <div
            key={block}
            data-block={block}
            role="listitem"
            className="far"
            dir="auto"
            style={`height:${height}px;line-height:${height / own.length}px`}
          >
            {texts.join("\n")}
          </div>
        );
      })}
    </div>
  );
}

function scrollerOf(box: HTMLElement | null): Element | null {
  return box?.closest(".log") ?? null;
}

interface Near {
  readonly near: ReadonlySet<number>;
  /** What a block was high when it was drawn last, in pixels; undefined where it never was. */
  readonly heightOf: (block: number) => number | undefined;
}

/** Which of the blocks in the box are in sight, or close to it. */
function useNear(box: RefObject<HTMLElement | null>, count: number): Near {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const heights = useRef(new Map<number, number>());
  useLayoutEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((old) => {
          const next = new Set(old);
          for (const { target, isIntersecting, boundingClientRect } of entries) {
            const block = Number((target as HTMLElement).dataset["block"]);
            if (isIntersecting) next.add(block);
            else if (next.delete(block)) heights.current.set(block, boundingClientRect.height);
          }
          return next;
        }),
      { root: scrollerOf(box.current), rootMargin: "400px 0px" },
    );
    for (const block of box.current?.children ?? []) observer.observe(block);
    return () => observer.disconnect();
  }, [count]);
  return { near, heightOf: (block) => heights.current.get(block) };
}
