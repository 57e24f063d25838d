/** Filters as chips: a menu for each, and what is set can be taken away by one press. */
import { Chip } from "../../parts/chip.tsx";
import type { Choice } from "../../parts/menu.tsx";
import { useRecords, useStore, useValue } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Filters } from "./filter-rule.ts";

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Kind {
  readonly name: keyof Filters;
  readonly label: string;
  readonly choices: readonly Choice<string>[];
}

/** The filters that there are; one without choices is shown while it is set. Of lists there are none where the list is given. */
function useKinds(lists: readonly Named[], agents: readonly Named[]): readonly Kind[] {
  const { session: signedIn, members } = useStore();
  const session = useValue(signedIn);
  useRecords(members);
  const me = session.kind === "in" ? [{ value: session.user.id, label: words.fields.me }] : [];
  const others = members
    .all()
    .filter(({ id }) => id !== me[0]?.value)
    .map(({ id, name, email }) => ({ value: id, label: name === "" ? email : name }));
  const named = (all: readonly Named[]): Choice<string>[] => all.map(({ id, name }) => ({ value: id, label: name }));
  const { statuses, priorities, groups, fields } = words;
  const kinds: readonly Kind[] = [
    // Any words: they come with an address.
    { name: "find", label: fields.words, choices: [] },
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
      choices: [...me, ...others, ...named(agents), { value: "none", label: fields.nobody }],
    },
  ];
  return kinds;
}

export interface ChipsProps {
  readonly filters: Filters;
  /** Empty where the list is given. */
  readonly lists: readonly Named[];
  readonly agents: readonly Named[];
  readonly onSet: (change: Readonly<Record<string, string | null>>) => void;
}

export function Chips({ filters, lists, agents, onSet }: ChipsProps) {
  return (
    <div className="chips" role="group" aria-label={words.filters}>
      {useKinds(lists, agents)
        .filter(({ name, choices }) => choices.length > 0 || filters[name] !== undefined)
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

export interface EmptyProps extends ChipsProps {
  /** How many todos pass these filters. */
  readonly countOf: (filters: Filters) => number;
}

/** What stands in place of a list without todos: where filters left none, each is offered to be cleared, with what that would show. */
export function Empty({ filters, lists, agents, onSet, countOf }: EmptyProps) {
  const kinds = useKinds(lists, agents);
  const names = Object.keys(filters) as (keyof Filters)[];
  if (names.length === 0) return <p className="empty">{words.empty.todos}</p>;
  const titleOf = (name: keyof Filters): string => {
    const { label = name, choices = [] } = kinds.find((one) => one.name === name) ?? {};
    const value = filters[name] ?? "";
    return words.fieldIs(label, choices.find((one) => one.value === value)?.label ?? value);
  };
  const clear = (cleared: readonly string[]): void => onSet(Object.fromEntries(cleared.map((name) => [name, null])));
  return (
    <div className="empty">
      <p>{words.empty.filtered}</p>
      <p className="buttons">
        {names.length > 1 &&
          names.map((name) => (
            <button key={name} type="button" className="outlined" onClick={() => clear([name])}>
              {words.empty.without(titleOf(name), countOf({ ...filters, [name]: undefined }))}
            </button>
          ))}
        <button type="button" className="outlined" onClick={() => clear(names)}>
          {words.empty.clear}
        </button>
      </p>
    </div>
  );
}
