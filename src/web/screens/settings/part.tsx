/** A part of the settings: its heading, and what went wrong in it. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export interface PartProps {
  readonly title: string;
  /** By which an address leads to it: `/settings#minutes`. */
  readonly id?: string;
  readonly problem?: string | null;
  readonly children: ComponentChildren;
}

export function Part({ title, id, problem = null, children }: PartProps) {
  const here = useRef<HTMLElement>(null);
  useEffect(() => {
    if (id !== undefined && location.hash === `#${id}`) here.current?.scrollIntoView();
  }, [id]);
  return (
    <section ref={here} className="card" aria-label={title}>
      <h2>{title}</h2>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {children}
    </section>
  );
}
