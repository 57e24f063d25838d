/** The body of a todo. */
import type { Todo } from "../../../schema/todo.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { TextEditor } from "../../parts/text-editor.tsx";
import { useStore } from "../../parts/use.ts";
import { saveText } from "../../store/save-text.ts";
import { toRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export interface BodyProps {
  readonly todo: Todo;
  readonly onSaved: (todo: Todo) => void;
}

export function Body({ todo, onSaved }: BodyProps) {
  const store = useStore();
  const { content } = todo;
  const save = async (text: string | null): Promise<boolean> => {
    const saved = await saveText(store, todo, text);
    store.actions.changes.take(todo.id, toRow(saved.todo));
    onSaved(saved.todo);
    return saved.isSaved;
  };
  return (
    <div className="body">
      <TextEditor
        label={words.fields.body}
        name={`todo ${todo.id} content`}
        text={content}
        begin={content === null ? words.todo.addBody : words.todo.editBody}
        onSave={save}
      >
        {content !== null && <Markdown text={content} />}
      </TextEditor>
    </div>
  );
}
