/**
 * The body in Markdown, written in a plain field and kept by leaving it. When it was changed elsewhere in the meantime, both are shown
 * and the person chooses.
 */
import { useEffect, useState } from "preact/hooks";
import type { Todo } from "../../../schema/todo.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { saveText } from "../../store/save-text.ts";
import { toRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export interface BodyProps {
  readonly todo: Todo;
  readonly onSaved: (todo: Todo) => void;
}

export function Body({ todo, onSaved }: BodyProps) {
  const store = useStore();
  const [draft, setDraft] = useState<string | null>(null);
  /** The text that the draft began with. */
  const [basis, setBasis] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isCrossed = draft !== null && todo.content !== basis && todo.content !== draft;
  useEffect(() => {
    if (draft !== null && todo.content === draft) setBasis(draft);
  }, [todo.content]);

  const save = async (text: string): Promise<void> => {
    const content = text.trim() === "" ? null : text;
    try {
      const saved = await saveText(store, todo, content);
      store.actions.changes.take(todo.id, toRow(saved.todo));
      onSaved(saved.todo);
      if (saved.isSaved) setDraft(null);
      setProblem(null);
    } catch (error) {
      setProblem(words.refused(words.fields.body, describe(error)));
    }
  };
  const begin = (): void => {
    setDraft(todo.content ?? "");
    setBasis(todo.content);
  };
  if (draft === null)
    return (
      <div className="body">
        {todo.content !== null && <Markdown text={todo.content} />}
        <button type="button" className="quiet soft" onClick={begin}>
          {todo.content === null ? words.todo.addBody : words.todo.editBody}
        </button>
      </div>
    );
  return (
    <div className="body">
      {isCrossed && <Theirs text={todo.content} onTake={() => setDraft(null)} />}
      <textarea
        aria-label={words.fields.body}
        dir="auto"
        value={draft}
        maxLength={100_000}
        autofocus
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save(draft);
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (draft === (basis ?? "")) setDraft(null);
        }}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void save(draft)}>
          {isCrossed ? words.todo.keepMine : words.save}
        </button>
        <button type="button" className="outlined" onClick={() => setDraft(null)}>
          {words.cancel}
        </button>
      </p>
    </div>
  );
}

/** What somebody else wrote while this was written. */
function Theirs({ text, onTake }: { readonly text: string | null; readonly onTake: () => void }) {
  return (
    <div className="theirs" role="alert">
      <p>{words.todo.crossed}</p>
      <pre dir="auto">{text ?? ""}</pre>
      <button type="button" className="outlined" onClick={onTake}>
        {words.todo.takeTheirs}
      </button>
    </div>
  );
}
