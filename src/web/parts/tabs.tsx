/** Tabs after the ARIA practice: arrows, Home and End move and choose. The panel is the caller's, with the id that `panelOf` gives. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

export interface TabsProps<T extends string> {
  readonly label: string;
  readonly chosen: T;
  readonly tabs: readonly { readonly value: T; readonly label: ComponentChildren }[];
  readonly onChoose: (value: T) => void;
}

export function Tabs<T extends string>({ label, chosen, tabs, onChoose }: TabsProps<T>) {
  // A narrow screen may not have room for all of them.
  useEffect(
    () => document.getElementById(tabOf(chosen))?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    [chosen],
  );
  const move = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ value }) => value === chosen);
    const moves: Readonly<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = moves[event.key];
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(next.value);
    document.getElementById(tabOf(next.value))?.focus();
  };
  return (
    <div role="tablist" aria-label={label} className="tabs" onKeyDown={move}>
      {tabs.map(({ value, label: name }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={tabOf(value)}
          aria-selected={value === chosen}
          aria-controls={`panel-${value}`}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => onChoose(value)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

const tabOf = (value: string): string => `tab-${value}`;

/** What makes an element the panel of a tab. */
export function panelOf(value: string) {
  return { role: "tabpanel", id: `panel-${value}`, "aria-labelledby": tabOf(value), tabIndex: 0 } as const;
}
