/** A line that adds a todo, and what it made. Going on adds what is written, too. */
import { useRef } from "preact/hooks";
import { useRecords, useStore } from "../../parts/use.ts";
import { Icon } from "../../parts/icons.tsx";
import { words } from "../../words/index.ts";
import { Composer } from "../todos/composer.tsx";

export function FirstTodo({ onNext }: { readonly onNext: () => void }) {
  const { todos } = useStore();
  useRecords(todos);
  const box = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const next = (): void => {
    const field = box.current?.querySelector("input");
    if (field == null || field.value.trim() === "") return onNext();
    isLeaving.current = true;
    field.form?.requestSubmit();
  };
  return (
    <>
      <div ref={box}>
        <Composer isAlone onAdded={() => isLeaving.current && onNext()} />
      </div>
      {todos.all().map(({ id, title }) => (
        <p key={id} role="status">
          <Icon name="check" /> <span dir="auto">{words.firstSteps.todo.added(title ?? words.untitled)}</span>
        </p>
      ))}
      <button type="button" className="primary" onClick={next}>
        {words.firstSteps.next}
      </button>
    </>
  );
}
