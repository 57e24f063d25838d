/** The title, edited where it stands: Enter keeps it, Esc takes it back. */
import { useEffect, useRef, useState } from "preact/hooks";
import { isComposing } from "../../base/keys.ts";
import { StatusMark } from "../../parts/icons.tsx";
import { useStore } from "../../parts/use.ts";
import type { TodoRow } from "../../store/todo.ts";
import { words } from "../../words/index.ts";

export function Title({ todo }: { readonly todo: TodoRow }) {
  const { actions } = useStore();
  const { id, title, status } = todo;
  const [text, setText] = useState(title ?? "");
  const isEdited = useRef(false);
  /** The title that the person saw when they began. */
  const basis = useRef(title);
  useEffect(() => {
    if (!isEdited.current) setText(title ?? "");
  }, [id, title]);
  const keep = (): void => {
    isEdited.current = false;
    const line = text.replaceAll(/\s+/g, " ").trim();
    if (line === "" || line === title) return setText(title ?? "");
    if (title !== basis.current) setText(title ?? "");
    actions.change([id], { title: line }, actions.labelOf(words.done.renamed, [id]), { title: basis.current });
  };
  return (
    <div className="title-row">
      <button
        type="button"
        className="bare tick"
        aria-label={status === "done" ? words.actions.reopen : words.actions.done}
        onClick={(event) => event.detail <= 1 && actions.toggleDone([id])}
      >
        <StatusMark status={status} size={22} />
      </button>
      <textarea
        className="title"
        aria-label={words.fields.title}
        rows={1}
        dir="auto"
        maxLength={500}
        value={text}
        placeholder={words.untitled}
        onInput={(event) => {
          if (!isEdited.current) basis.current = title;
          isEdited.current = true;
          setText(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Escape") {
            isEdited.current = false;
            setText(title ?? "");
          }
          if (event.key !== "Enter" && event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          event.currentTarget.blur();
        }}
        onBlur={() => isEdited.current && keep()}
      />
    </div>
  );
}
