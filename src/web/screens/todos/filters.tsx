/** Filters as chips: a menu for each, and what is set can be taken away by one press. */
import { Chip } from "../../parts/chip.tsx";
import type { Choice } from "../../parts/menu.tsx";
import { useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Filters } from "./filter-rule.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface ChipsProps {
  readonly filters: Filters;
  /** Empty where the list is given. */
  readonly lists: readonly Named[];
  readonly agents: readonly Named[];
  readonly onSet: (change: Readonly<Record<string, string | null>>) => void;
}

export function Chips({ filters, lists, agents, onSet }: ChipsProps) {
  const session = useValue(useStore().session);
  const me = session.kind === "in" ? [{ value: session.user.id, label: words.fields.me }] : [];
  const named = (all: readonly Named[]): Choice<string>[] => all.map(({ id, name }) => ({ value: id, label: name }));
  const { statuses, priorities, groups, fields } = words;
  const kinds: readonly { name: keyof Filters; label: string; choices: readonly Choice<string>[] }[] = [
    {
      name: "due",
      label: fields.due,
      choices: [
        { value: "late", label: groups.late },
        { value: "today", label: groups.today },
        { value: "none", label: groups.noDay },
      ],
    },
    {
      name: "priority",
      label: fields.priority,
      choices: Object.entries(priorities).map(([value, label]) => ({ value, label })),
    },
    {
      name: "status",
      label: fields.status,
      choices: [
        { value: "ready", label: statuses.ready },
        { value: "in_progress", label: statuses.in_progress },
      ],
    },
    { name: "list", label: fields.list, choices: named(lists) },
    {
      name: "who",
      label: fields.assigned,
      choices: [...me, ...named(agents), { value: "none", label: fields.nobody }],
    },
  ];
  return (
    <div className="chips" role="group" aria-label={words.filters}>
      {kinds
        .filter(({ choices }) => choices.length > 0)
        .map(({ name, label, choices }) => (
          <Chip
            key={name}
            label={label}
            choices={choices}
            chosen={filters[name]}
            onSet={(value) => onSet({ [name]: value })}
          />
        ))}
    </div>
  );
}
