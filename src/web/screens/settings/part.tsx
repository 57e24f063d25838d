/** A part of the settings: its heading, and what went wrong in it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { NotRead, type NotReadProps } from "../../parts/screen.tsx";

export interface PartProps {
  readonly title: string;
  /** By which an address leads to it: `/settings#minutes`. */
  readonly id?: string;
  readonly problem?: string | null;
  readonly failure?: NotReadProps | null;
  readonly children: ComponentChildren;
}

export function Part({ title, id, problem = null, failure = null, children }: PartProps) {
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) here.current?.scrollIntoView();
  }, [id]);
  const reason = problem ?? failure?.reason ?? null;
  return (
    <section ref={here} {...(id !== undefined && { id })} className="card" aria-label={title}>
      <h2>{title}</h2>
      {reason !== null && <NotRead reason={reason} onRetry={failure?.onRetry ?? null} />}
      {children}
    </section>
  );
}
