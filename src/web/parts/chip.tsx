/** A filter: a menu while nothing is chosen, then what was chosen, taken away by one press. */
import { words } from "../words/index.ts";
import { Icon } from "./icons.tsx";
import { type Choice, Menu } from "./menu.tsx";

export interface ChipProps {
  readonly label: string;
  readonly choices: readonly Choice<string>[];
  readonly chosen: string | undefined;
  readonly onSet: (value: string | null) => void;
}

export function Chip({ label, choices, chosen, onSet }: ChipProps) {
  if (chosen === undefined)
    return (
      <Menu label={label} className="filter" choices={choices} onChoose={onSet}>
        {label}
      </Menu>
    );
  const name = choices.find(({ value }) => value === chosen)?.label ?? chosen;
  return (
    <button
      type="button"
      className="filter on"
      aria-label={words.removeFilter(label, name)}
      onClick={() => onSet(null)}
    >
      <span className="clip">
        {label}: <bdi>{name}</bdi>
      </span>
      <Icon name="close" size={12} />
    </button>
  );
}
