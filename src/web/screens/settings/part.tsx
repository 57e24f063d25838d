/** A part of the settings: its heading, and what went wrong in it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { here as address } from "../../base/routes.ts";
import { NotRead, type NotReadProps } from "../../parts/screen.tsx";
import { useValue } from "../../parts/use.ts";

export interface PartProps {
  readonly title: string;
  /** By which an address leads to it: `/settings/minutes`, or `/settings#minutes`. */
  readonly id?: string;
  readonly problem?: string | null;
  readonly failure?: NotReadProps | null;
  readonly children: ComponentChildren;
}

export function Part({ title, id, problem = null, failure = null, children }: PartProps) {
  const here = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { href } = useValue(address);
  useEffect(() => {
    if (here.current === null || (href !== `/settings/${id}` && !href.endsWith(`#${id}`))) return undefined;
    heading.current?.focus({ preventScroll: true });
    return holdInView(here.current);
  }, [id, href]);
  const reason = problem ?? failure?.reason ?? null;
  return (
    <section ref={here} {...(id !== undefined && { id })} className="card" aria-label={title}>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {reason !== null && <NotRead reason={reason} onRetry={failure?.onRetry ?? null} />}
      {children}
    </section>
  );
}

/** In view, also while what stands above it is still read, until the person does something. Answers how to end that. */
function holdInView(part: HTMLElement): () => void {
  const ended = new AbortController();
  const sizes = new ResizeObserver(() => part.scrollIntoView());
  if (part.parentElement !== null) sizes.observe(part.parentElement);
  ended.signal.addEventListener("abort", () => sizes.disconnect());
  const end = (): void => ended.abort();
  for (const act of ["pointerdown", "wheel", "keydown"]) addEventListener(act, end, { signal: ended.signal });
  return end;
}
