/** Todos that notes and recordings gave rise to, and that nobody has taken yet: folded, the day comes first. */
import { go } from "../../base/routes.ts";
import { Answer } from "../../parts/answer.tsx";
import { dayInWords } from "../../parts/due.tsx";
import { useStore, useToday, useView } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

const shown = 3;
const newestFirst = (left: TodoRow, right: TodoRow): number => right.createdAt.localeCompare(left.createdAt);
const isOpen = ({ isSuggested, isArchived }: TodoRow): boolean => isSuggested && !isArchived;

export function Suggested() {
  const today = useToday();
  const { rows } = useView(useStore().todos, { test: isOpen, compare: newestFirst }, []);
  if (rows.length === 0) return null;
  return (
    <details className="suggested">
      <summary>
        {words.captures.suggestedHere} <span className="count">{rows.length}</span>
      </summary>
      <ul>
        {rows.slice(0, shown).map(({ id, title, dueDate, captureId }) => (
          <li key={id}>
            <button type="button" className="bare grow" onClick={() => go(`/captures/${captureId ?? ""}`)}>
              <span className="clip" dir="auto">
                {title ?? words.untitled}
              </span>
              {dueDate !== null && <span className="soft">{dayInWords(dueDate, today)}</span>}
            </button>
            <Answer todoId={id} title={title ?? words.untitled} />
          </li>
        ))}
      </ul>
    </details>
  );
}
