/** Adds a todo by one line, and shows what it understood while it is typed. What is refused stays in the field. */
import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isComposing } from "../../base/keys.ts";
import { dayInWords } from "../../parts/due.tsx";
import { Icon } from "../../parts/icons.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { linesOf } from "../../parts/lines.ts";
import { useStore, useToday } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import {
  addLine,
  findList,
  loadReader,
  makeList,
  MissingList,
  type Preset,
  type Reader,
  understand,
} from "./add-line.ts";
import { NotAdded, offerAgain } from "./not-added.tsx";
import type { SeveralProps } from "./several.tsx";

const Several = lazy<SeveralProps>(async () => (await import("./several.tsx")).Several);

/** Of a title. */
const maxLength = 500;

export interface ComposerProps {
  /** What a new todo has unless its line says otherwise. */
  readonly preset?: Preset;
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
  const understood = line.trim() === "" ? null : understand(store, line, read);
  const send = (prepare: Promise<void>): void => {
    if (understood === null) return;
    setLine("");
    setProblem(null);
    setMissing(null);
    prepare
      .then(() => addLine(store, line, preset, read))
      .then(
        () => onAdded?.(),
        (error: unknown) => {
          // Another line stands there, or no field is there any more.
          if (field.current?.value !== "") return offerAgain(store, { line, preset, why: describe(error) });
          setLine(line);
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
      <NotAdded />
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

/** What the line says beyond its title. */
function Understood({ todo }: { readonly todo: ReturnType<typeof understand> | null }) {
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
