/** A line that adds a todo, and what it made. */
import { useRecords, useStore } from "../../parts/use.ts";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";
import { Composer } from "../todos/composer.tsx";

export function FirstTodo() {
  const { todos } = useStore();
  useRecords(todos);
  return (
    <>
      <Composer isAlone />
      {todos.all().map(({ id, title }) => (
        <p key={id} role="status">
          <Icon name="check" /> <span dir="auto">{words.firstSteps.todo.added(title ?? words.untitled)}</span>
        </p>
      ))}
    </>
  );
}
