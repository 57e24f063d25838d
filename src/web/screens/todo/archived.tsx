/** Says that a todo is archived, with the way to bring it back. */
import { useStore } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

/** What brings the todo back. */
export function useRestore({ id, title }: Pick<TodoRow, "id" | "title">): () => void {
  const { actions } = useStore();
  return () => actions.restore(id, words.about(words.archive.restored, title ?? words.untitled));
}

export function Archived({ todo }: { readonly todo: TodoRow }) {
  const restore = useRestore(todo);
  return (
    <p className="archived" role="status">
      <span className="grow">{words.archive.isArchived}</span>
      <button type="button" className="quiet link" onClick={restore}>
        {words.archive.restore}
      </button>
    </p>
  );
}
