/** A button with a menu, after the ARIA practices: arrows, Home, End, first letters, Esc. Placed by the platform next to its button. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly mark?: ComponentChildren;
  readonly keyName?: string;
}

export interface MenuProps<T> {
  readonly label: string;
  readonly className?: string;
  readonly choices: readonly Choice<T>[];
  /** What is chosen now; left out of a menu of actions. */
  readonly chosen?: T;
  readonly isDisabled?: boolean;
  /** -1 where the keys of a whole reach the button, and Tab passes it. */
  readonly tabIndex?: number;
  readonly onChoose: (value: T) => void;
  /** What the button shows. */
  readonly children: ComponentChildren;
  /** Opened by a key of the page, too. */
  readonly name?: string;
}

export function Menu<T>(props: MenuProps<T>) {
  const { label, className, choices, chosen, isDisabled, tabIndex, onChoose, children, name } = props;
  const id = `menu${useId().replaceAll(/\W/g, "")}`;
  const list = useRef<HTMLDivElement>(null);
  // A board has a menu on each card: what no menu shows is not drawn.
  const [isOpen, setOpen] = useState(false);
  const items = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const isRadio = chosen !== undefined;
  const opened = (isNowOpen: boolean): void => {
    setOpen(isNowOpen);
    if (!isNowOpen) return;
    const all = items();
    (all.find((item) => item.getAttribute("aria-checked") === "true") ?? all[0])?.focus();
  };
  useEffect(() => {
    if (!isOpen) return undefined;
    // Who goes on by Tab sees what has the focus.
    const leave = ({ target }: FocusEvent): void => {
      if (list.current?.contains(target as Node) === false) list.current.hidePopover();
    };
    document.addEventListener("focusin", leave);
    return () => document.removeEventListener("focusin", leave);
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        className={className ?? "quiet"}
        aria-label={label}
        aria-haspopup="menu"
        disabled={isDisabled ?? false}
        {...(tabIndex !== undefined && { tabIndex })}
        data-menu={name}
        popovertarget={id}
        style={`anchor-name:--${id}`}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className="menu"
        style={`position-anchor:--${id}`}
        onBeforeToggle={(event) => (event as unknown as ToggleEvent).newState === "open" && setOpen(true)}
        onToggle={(event) => opened((event as unknown as ToggleEvent).newState === "open")}
        onKeyDown={(event) => walk(event, items())}
      >
        {(isOpen ? choices : []).map((choice) => (
          <div
            key={String(choice.value)}
            role={isRadio ? "menuitemradio" : "menuitem"}
            {...(isRadio && { "aria-checked": choice.value === chosen })}
            tabIndex={-1}
            onClick={() => {
              list.current?.hidePopover();
              onChoose(choice.value);
            }}
          >
            {choice.mark}
            <span className="grow">{choice.label}</span>
            {choice.keyName !== undefined && <kbd>{choice.keyName}</kbd>}
          </div>
        ))}
      </div>
    </>
  );
}

function walk(event: KeyboardEvent, items: readonly HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const to = moves[event.key];
  if (to !== undefined) items[(to + items.length) % items.length]?.focus();
  else if (event.key === "Enter" || event.key === " ") items[at]?.click();
  else if (/^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey) {
    const letter = event.key.toLowerCase();
    const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    after.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
  } else return;
  event.preventDefault();
  event.stopPropagation();
}
