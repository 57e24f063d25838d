/** What was changed of a todo, folded until it is asked for. */
import { useState } from "preact/hooks";
import { lazy } from "../../parts/lazy.tsx";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";
import type { ChangesProps } from "../history/changes.tsx";

const Changes = lazy<ChangesProps>(async () => (await import("../history/changes.tsx")).Changes);

export function TodoHistory({ todo }: { readonly todo: TodoRow }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="todo-history" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{words.history.ofTodo}</summary>
      {isOpen && <Changes of={{ todoId: todo.id }} version={todo.updatedAt} />}
    </details>
  );
}
