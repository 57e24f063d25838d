/** Todos that notes and recordings gave rise to, and that nobody has taken yet: folded, the day comes first. */
import { useState } from "preact/hooks";
import { go } from "../../base/routes.ts";
import { Answer } from "../../parts/answer.tsx";
import { dayInWords } from "../../parts/due.tsx";
import { useStore, useToday, useView } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

/** How many are shown until all are asked for. */
const foldedTo = 3;
const newestFirst = (left: TodoRow, right: TodoRow): number => right.createdAt.localeCompare(left.createdAt);
const isOpen = ({ isSuggested, isArchived }: TodoRow): boolean => isSuggested && !isArchived;

export function Suggested() {
  const today = useToday();
  const { rows } = useView(useStore().todos, { test: isOpen, compare: newestFirst }, []);
  const [isFolded, setFolded] = useState(true);
  if (rows.length === 0) return null;
  const shown = isFolded ? rows.slice(0, foldedTo) : rows;
  return (
    <details className="suggested">
      <summary>
        {words.captures.suggestedHere} <span className="count">{rows.length}</span>
      </summary>
      <ul>
        {shown.map(({ id, title, dueDate, captureId }) => (
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
      {shown.length < rows.length && (
        <button type="button" className="quiet link" onClick={() => setFolded(false)}>
          {words.unfold(rows.length - shown.length)}
        </button>
      )}
    </details>
  );
}
