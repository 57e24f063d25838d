/** Adds a todo by one line, and shows what it understood while it is typed. What is refused stays in the field. */
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { TodoCreate } from "../../../schema/todo.ts";
import { isComposing } from "../../base/keys.ts";
import { dayInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { linesOf } from "../../parts/lines.ts";
import type { ReadLine } from "../../parts/line-reader.ts";
import { useStore, useToday } from "../../parts/use.ts";
import type { Store } from "../../store/store.ts";
import { describe } from "../../store/describe.ts";
import type { TodoRow } from "../../store/todo.ts";
import { once } from "../../store/once.ts";
import { words } from "../../words/index.ts";

import type { SeveralProps } from "./several.tsx";

const Several = lazy<SeveralProps>(async () => (await import("./several.tsx")).Several);

/** Of a title. */
const maxLength = 500;

type Reader = (line: string, now: number) => ReadLine;

export interface ComposerProps {
  /** What a new todo has unless its line says otherwise. */
  readonly preset?: Pick<TodoCreate, "todoListId" | "dueDate">;
  readonly isAlone?: boolean;
  readonly onAdded?: () => void;
}

export function Composer({ preset = {}, isAlone = false, onAdded }: ComposerProps) {
  const store = useStore();
  const [line, setLine] = useState("");
  const [read, setRead] = useState<Reader | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const [several, setSeveral] = useState<readonly string[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const load = (): void => {
    if (read === null) void loadReader().then((reader) => setRead(() => reader));
  };
  useEffect(() => {
    if (isAlone) field.current?.focus();
  }, []);
  const understand = (reader: Reader | null): ReadLine =>
    reader?.(line, store.ports.now()) ?? { title: line.trim(), again: null };
  const understood = line.trim() === "" ? null : understand(read);
  /** Whoever types faster than the reader comes is understood all the same. */
  const addLine = async (): Promise<void> => add(store, understand(read ?? (await loadReader())), preset);
  const send = (prepare: Promise<void>): void => {
    if (understood === null) return;
    setLine("");
    setProblem(null);
    setMissing(null);
    prepare.then(addLine).then(
      () => onAdded?.(),
      (error: unknown) => {
        setLine((now) => (now === "" ? line : now));
        if (error instanceof MissingList) setMissing(error.message);
        else setProblem(describe(error));
      },
    );
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(Promise.resolve());
  };
  const asOne = `${line} ${several.join(" ")}`.trim();
  const close = (): void => {
    setSeveral([]);
    field.current?.focus();
  };
  return (
    <form className={isAlone ? "composer alone" : "composer"} onSubmit={submit}>
      <Icon name="plus" />
      <input
        ref={field}
        data-composer
        aria-label={words.add.label}
        placeholder={isAlone && preset.dueDate != null ? words.add.onDay : words.add.placeholder}
        autocomplete="off"
        maxLength={maxLength}
        value={line}
        dir="auto"
        onFocus={load}
        onInput={(event) => setLine(event.currentTarget.value)}
        onPaste={(event) => {
          const lines = linesOf(event.clipboardData?.getData("text/plain") ?? "");
          if (lines.length < 2) return;
          event.preventDefault();
          setSeveral(lines);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || isAlone || isComposing(event)) return;
          event.currentTarget.blur();
        }}
      />
      <Understood todo={understood} />
      {several.length > 0 && (
        <Several
          lines={several}
          preset={preset}
          onAdded={() => (close(), onAdded?.())}
          onOne={asOne.length > maxLength ? null : () => (close(), setLine(asOne))}
          onSome={(count) => setSeveral(several.slice(count))}
          onCancel={close}
        />
      )}
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {missing !== null && (
        <p className="problem" role="alert">
          {words.add.missing(missing)}{" "}
          <button type="button" className="quiet link flush" onClick={() => send(makeList(store, missing))}>
            {words.add.makeList}
          </button>
        </p>
      )}
    </form>
  );
}

/** What reads a line; null where it cannot be fetched: the whole line is the title then, and the next focus tries again. */
function loadReader(): Promise<Reader | null> {
  return import("../../parts/line-reader.ts").then(
    ({ readLine }) => readLine,
    () => null,
  );
}

/** What the line says beyond its title. */
function Understood({ todo }: { readonly todo: ReadLine | null }) {
  const store = useStore();
  const today = useToday();
  if (todo === null) return null;
  const { dueDate, again, todoListName, priority } = todo;
  const list = todoListName === undefined ? undefined : findList(store, todoListName);
  return (
    <span className="understood" aria-live="polite">
      {dueDate !== undefined && <span className="chip">{dayInWords(dueDate, today)}</span>}
      {again !== null && (
        <span className="chip whole">
          <Icon name="repeat" size={14} /> {again}
        </span>
      )}
      {priority !== undefined && (
        <span className="chip">{words.priorities[priority as keyof typeof words.priorities]}</span>
      )}
      {list !== undefined && <span className="chip">{list.name}</span>}
      {todoListName !== undefined && list === undefined && (
        <span className="chip warn">{words.add.noList(todoListName)}</span>
      )}
      <kbd>Enter</kbd>
    </span>
  );
}

/** No list has the name that the line says. */
class MissingList extends Error {}

async function makeList(store: Store, name: string): Promise<void> {
  store.lists.put(await once(store, "new list", { name }, store.client.createTodoList));
}

function findList({ lists }: Store, name: string) {
  const all = lists.all().filter(({ isArchived }) => !isArchived);
  const same = (one: { name: string }): boolean => one.name.toLowerCase() === name.toLowerCase();
  return all.find((one) => one.name === name) ?? all.find(same);
}

async function add(store: Store, todo: ReadLine, preset: ComposerProps["preset"] = {}): Promise<void> {
  const { title, dueDate, todoListName, priority, type, schedule } = todo;
  const level = priority as NonNullable<TodoCreate["priority"]> | undefined;
  // What comes again has its own days.
  const day = schedule === undefined ? (dueDate ?? preset.dueDate) : undefined;
  const { todoListId } = preset;
  const list = todoListName === undefined ? undefined : findList(store, todoListName);
  if (todoListName !== undefined && list === undefined) throw new MissingList(todoListName);
  const body: TodoCreate = {
    title,
    ...(day !== undefined && { dueDate: day }),
    ...(level !== undefined && { priority: level }),
    ...(schedule !== undefined && { type, schedule }),
    ...(list !== undefined ? { todoListId: list.id } : todoListId !== undefined && { todoListId }),
  };
  const ofDefault = store.lists.all().find(({ isDefault }) => isDefault);
  const shown: Partial<TodoRow> = {
    todoListId: list?.id ?? todoListId ?? ofDefault?.id ?? "",
    ...(schedule !== undefined && { rrule: schedule.rrule, timezone: schedule.timezone }),
  };
  await store.actions.create(body, shown);
}
