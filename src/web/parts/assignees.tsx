/** The people that a todo is for, at a glance, by their initials; nothing where it is for nobody but who looks. */
import type { TodoRow } from "../store/todo.ts";
import { Avatar } from "./avatar.tsx";
import { useStore } from "./use.ts";

/** The others are counted; the tooltip names all. */
const mostShown = 3;

export function Assignees({ assignees }: Pick<TodoRow, "assignees">) {
  const { members, session } = useStore();
  const self = session.value.kind === "in" ? session.value.user.id : null;
  const people = assignees.flatMap(({ id, type }) => (type === "user" ? (members.get(id) ?? []) : []));
  if (people.every(({ id }) => id === self)) return null;
  const names = people.map(({ name }) => name).join(", ");
  return (
    <span className="initials" title={names}>
      {people.slice(0, mostShown).map(({ id, name }) => (
        <Avatar key={id} id={id} name={name} />
      ))}
      {people.length > mostShown && <span className="soft">+{people.length - mostShown}</span>}
      <span className="unseen">{names}</span>
    </span>
  );
}
