/** One notice at a time: what was done, or what was refused and why. */
import type { Ports } from "../base/ports.ts";
import { State } from "../base/signal.ts";
import { words } from "../words/index.ts";

export interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
  /** In place of the text: what somebody else set of a todo in the meantime, and what was to be set. */
  readonly crossed?: { readonly theirs: object; readonly mine: object };
  /** What can be done about it. */
  readonly action?: { readonly label: string; readonly key?: string; readonly run: () => void };
}

/** In milliseconds; a problem stays until it is closed or followed by another one. */
const shownFor = 7000;

export class Notices {
  readonly current = new State<Notice | null>(null);
  readonly #ports: Ports;
  #cancel: () => void = () => undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  show(notice: Notice): void {
    this.#cancel();
    this.current.set(notice);
    if (!notice.isProblem) this.#cancel = this.#ports.later(shownFor, () => this.close());
  }

  close(): void {
    this.#cancel();
    this.current.set(null);
  }
}

/** Shows what somebody else set together with what was to be set; `keep` sets it all the same. */
export function showCrossed(notices: Notices, crossed: NonNullable<Notice["crossed"]>, keep: () => void): void {
  const { theirs, mine } = crossed;
  notices.show({
    text: "",
    crossed: { theirs, mine },
    isProblem: true,
    action: { label: words.todo.keepMine, run: keep },
  });
}
