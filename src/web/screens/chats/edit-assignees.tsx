/** Whom a request assigns, as a person changes it: people and agents by name, as many as there should be. */
import { useState } from "preact/hooks";
import type { TodoAssignee } from "../../../schema/todo.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { useStore } from "../../parts/use.ts";
import type { Store } from "../../store/store.ts";

export interface AssigneesProps {
  readonly label: string;
  /** What the agent asks for. */
  readonly given: unknown;
  readonly onEdit: (assignees: readonly TodoAssignee[]) => void;
}

interface Named extends TodoAssignee {
  readonly name: string;
}

export function EditAssignees({ label, given, onEdit }: AssigneesProps) {
  const asked = Array.isArray(given) ? (given as readonly TodoAssignee[]) : [];
  const [chosen, setChosen] = useState(asked);
  const isChosen = ({ id }: TodoAssignee): boolean => chosen.some((one) => one.id === id);
  const toggle = ({ id, type }: TodoAssignee): void => {
    const others = chosen.filter((one) => one.id !== id);
    const next = others.length < chosen.length ? others : [...chosen, { id, type }];
    setChosen(next);
    onEdit(next);
  };
  return (
    <fieldset className="assignees" aria-label={label}>
      {everybody(useStore(), asked).map((one) => (
        <label key={one.id}>
          <input type="checkbox" checked={isChosen(one)} onInput={() => toggle(one)} />
          <Avatar id={one.id} name={one.name} isAgent={one.type === "agent"} />
          <span dir="auto">{one.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The people, then the agents; whom the agent asks for in any case. */
function everybody({ members, agents }: Store, asked: readonly TodoAssignee[]): readonly Named[] {
  const people = members.all().map(({ id, name, email }): Named => ({ id, type: "user", name: name || email }));
  const working = agents
    .all()
    .filter(({ id, isArchived }) => !isArchived || asked.some((one) => one.id === id))
    .map(({ id, name }): Named => ({ id, type: "agent", name }));
  const known = [...people.toSorted(byName), ...working.toSorted(byName)];
  const others = asked.filter(({ id }) => !known.some((one) => one.id === id));
  return [...known, ...others.map((one) => ({ ...one, name: one.id }))];
}

function byName(left: Named, right: Named): number {
  return left.name.localeCompare(right.name);
}
