/** The body of a todo. */
import type { Todo } from "../../../schema/todo.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { TextEditor } from "../../parts/text-editor.tsx";
import { useTicks } from "../../parts/use-ticks.ts";
import { useStore } from "../../parts/use.ts";
import { saveText } from "../../store/save-text.ts";
import { toRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export interface BodyProps {
  readonly todo: Todo;
  /** Without it the text is only shown, as that of a todo that is erased. */
  readonly canWrite: boolean;
  readonly onSaved: (todo: Todo) => void;
}

export function Body({ todo, canWrite, onSaved }: BodyProps) {
  const store = useStore();
  const { content } = todo;
  const write = async (seen: Todo, text: string | null) => {
    const { todo: record, isSaved } = await saveText(store, seen, text);
    store.actions.changes.take(record.id, toRow(record));
    onSaved(record);
    return { record, isSaved };
  };
  const { text, tick } = useTicks({
    record: todo,
    textOf: (record) => record.content,
    title: todo.title ?? words.untitled,
    write,
  });
  const shown = text !== null && <Markdown text={text} {...(canWrite && { onTick: tick })} />;
  if (!canWrite) return <div className="body">{shown}</div>;
  return (
    <div className="body">
      <TextEditor
        label={words.fields.body}
        name={`todo ${todo.id} content`}
        text={content}
        begin={content === null ? words.todo.addBody : words.todo.editBody}
        onSave={async (written) => (await write(todo, written)).isSaved}
      >
        {shown}
      </TextEditor>
    </div>
  );
}
