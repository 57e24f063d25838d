/** Todos that a note or a recording gave rise to, each with the words it rests on: taken or turned down by one press. */
import { goOver } from "../../base/routes.ts";
import { dayInWords } from "../../parts/due.tsx";
import { Answer } from "../../parts/answer.tsx";
import { withoutMarks } from "../../parts/plain-line.ts";
import { Quote } from "../../parts/quote.tsx";
import { useRecords, useStore, useToday } from "../../parts/use.ts";
import { words } from "../../words/index.ts";
import type { Suggestion } from "./use-capture.ts";

export interface SuggestionsProps {
  readonly captureId: string;
  readonly suggestions: readonly Suggestion[];
}

export function Suggestions({ captureId, suggestions }: SuggestionsProps) {
  useRecords(useStore().todos);
  if (suggestions.length === 0) return null;
  return (
    <section className="suggestions" aria-label={words.captures.suggestions}>
      <h2>{words.captures.suggestions}</h2>
      <ul>
        {suggestions.map((one, at) => (
          <li key={one.todoId ?? at}>
            <Suggested captureId={captureId} suggestion={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Suggested({ captureId, suggestion }: { captureId: string; suggestion: Suggestion }) {
  const { todos } = useStore();
  const today = useToday();
  const { todoId, evidence } = suggestion;
  const todo = todoId === null ? undefined : todos.get(todoId);
  const status = todo === undefined ? suggestion.status : statusOf(todo);
  const title = todo?.title ?? suggestion.title ?? words.untitled;
  const dueDate = todo === undefined ? suggestion.dueDate : todo.dueDate;
  return (
    <article className={`suggestion ${status}`} aria-label={title}>
      <p className="what">
        {todoId === null ? (
          <strong dir="auto">{title}</strong>
        ) : (
          <button
            type="button"
            className="inline"
            aria-label={words.about(words.captures.openTodo, title)}
            onClick={() => goOver(`/todos/${todoId}`)}
          >
            <strong dir="auto">{title}</strong>
          </button>
        )}
        {dueDate !== null && <span className="soft"> {dayInWords(dueDate, today)}</span>}
      </p>
      {saysMore(evidence, title) && <Quote captureId={captureId} evidence={evidence} />}
      {status === "suggested" && todoId !== null && <Answer todoId={todoId} title={title} />}
      {status !== "suggested" && <p className="soft">{words.captures[status]}</p>}
    </article>
  );
}

/** Whether the words it rests on are others than its title, or were said. */
function saysMore({ startMs, quote }: Suggestion["evidence"], title: string): boolean {
  return startMs !== null || withoutMarks(quote).toLowerCase() !== title.toLowerCase();
}

/** The page's memory says it first. */
function statusOf({ isSuggested, isArchived }: { isSuggested: boolean; isArchived: boolean }): Suggestion["status"] {
  if (isArchived) return "dismissed";
  return isSuggested ? "suggested" : "accepted";
}
