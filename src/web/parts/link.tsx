/** A link within the app. */
import type { ComponentChildren } from "preact";
import { go, goOver } from "../base/routes.ts";

export interface LinkProps {
  readonly href: string;
  readonly isHere: boolean;
  /** Whether it opens over what is shown, as todos do. */
  readonly isOver?: boolean;
  readonly className?: string;
  readonly children: ComponentChildren;
}

/** A link that the page follows itself; with a key held, the browser does. */
export function Link({ href, isHere, isOver = false, ...rest }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    (isOver ? goOver : go)(href);
  };
  return <a href={href} onClick={follow} {...(isHere && { "aria-current": "page" })} {...rest} />;
}
