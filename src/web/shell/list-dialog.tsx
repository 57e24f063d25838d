/** Makes a list, or changes one: its name and its colour. One that is empty is archived here, too. */
import { useState } from "preact/hooks";
import type { TodoList } from "../../schema/todo-list.ts";
import { fromHere } from "../base/routes.ts";
import { Dialog } from "../parts/dialog.tsx";
import { Dot } from "../parts/dot.tsx";
import { useStore } from "../parts/use.ts";
import { Field, Form } from "../screens/sign-in/form.tsx";
import { archiveList } from "../store/archive.ts";
import { Crossed } from "../store/crossed.ts";
import { describe } from "../store/describe.ts";
import { showCrossed } from "../store/notices.ts";
import { once } from "../store/once.ts";
import { type ListFields, saveList } from "../store/save-list.ts";
import { words } from "../words/index.ts";

const colors = ["", ...Object.keys(words.lists.colors)];

export interface ListDialogProps {
  /** The list that is changed; null for a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
}

export function ListDialog({ id, onClose }: ListDialogProps) {
  const store = useStore();
  const { client, lists, notices } = store;
  /** As the person saw it. */
  const [list] = useState(() => (id === null ? undefined : lists.get(id)));
  const title = list === undefined ? words.lists.new : words.lists.change;
  const change = async (seen: TodoList, fields: ListFields): Promise<void> => {
    try {
      await saveList(store, seen, fields);
    } catch (error) {
      if (!(error instanceof Crossed)) throw error;
      const refuse = (reason: unknown): void => notices.show({ text: describe(reason), isProblem: true });
      showCrossed(notices, error, () => {
        notices.close();
        void change(error.theirs as TodoList, error.mine).catch(refuse);
      });
    }
  };
  const save = async ({ name = "", color = "" }: Readonly<Record<string, string>>): Promise<void> => {
    const onward = fromHere();
    if (list === undefined) {
      const made = await once(store, "new list", { name, ...(color !== "" && { color }) }, client.createTodoList);
      lists.put(made);
      onward(`/lists/${made.id}`);
    } else await change(list, { name, color: color === "" ? null : color });
    onClose();
  };
  return (
    <Dialog label={title} className="ask" onClose={onClose}>
      {() => (
        <>
          <Form title={title} submit={list === undefined ? words.lists.make : words.save} onSubmit={save} isPart>
            <Field
              label={words.lists.name}
              name="name"
              required
              maxLength={200}
              defaultValue={list?.name ?? ""}
              autofocus
            />
            <Colors chosen={list?.color ?? ""} />
          </Form>
          {list !== undefined && !list.isDefault && !list.isArchived && <Archive id={list.id} onGone={onClose} />}
        </>
      )}
    </Dialog>
  );
}

/** The colours that there are to choose from, and the one that the list has from elsewhere. */
function Colors({ chosen }: { readonly chosen: string }) {
  const names: Readonly<Record<string, string>> = words.lists.colors;
  return (
    <fieldset className="colors">
      <legend>{words.lists.color}</legend>
      {[...new Set([...colors, chosen])].map((color) => (
        <label key={color} title={names[color] ?? color}>
          <input
            type="radio"
            name="color"
            value={color}
            defaultChecked={color === chosen}
            aria-label={color === "" ? words.lists.noColor : (names[color] ?? color)}
          />
          <Dot color={color === "" ? null : color} />
        </label>
      ))}
    </fieldset>
  );
}

function Archive({ id, onGone }: { readonly id: string; readonly onGone: () => void }) {
  const store = useStore();
  const [problem, setProblem] = useState<string | null>(null);
  const archive = (): void => {
    const onward = fromHere();
    archiveList(store, id).then(
      () => {
        onward("/todos");
        onGone();
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  return (
    <>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button type="button" className="quiet flush" onClick={archive}>
        {words.lists.archive}
      </button>
    </>
  );
}
