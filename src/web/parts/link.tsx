/** A link within the app. */
import type { ComponentChildren } from "preact";
import { go } from "../base/routes.ts";

export interface LinkProps {
  readonly href: string;
  readonly isHere: boolean;
  readonly className?: string;
  readonly children: ComponentChildren;
}

/** A link that the page follows itself; with a key held, the browser does. */
export function Link({ href, isHere, ...rest }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    go(href);
  };
  return <a href={href} onClick={follow} {...(isHere && { "aria-current": "page" })} {...rest} />;
}
