/** Several lines were pasted where one adds a todo: a todo of each, or one of all. Nothing is made before it was looked at. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { readLine } from "../../parts/line-reader.ts";
import { draftOf, type Preset, ReadLines } from "../../parts/read-lines.tsx";
import { useKeys, useStore } from "../../parts/use.ts";
import { createMany } from "../../store/create-many.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

export interface SeveralProps {
  readonly lines: readonly string[];
  readonly preset: Preset;
  /** They are todos now. */
  readonly onAdded: () => void;
  /** They are to be one line, to be added as any other; null where that would be too long. */
  readonly onOne: (() => void) | null;
  /** So many of them have become todos, and the others have not. */
  readonly onSome: (count: number) => void;
  /** They are to be nothing. */
  readonly onCancel: () => void;
}

export function Several({ lines, preset, onAdded, onOne, onSome, onCancel }: SeveralProps) {
  const store = useStore();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const [scope, setScope] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    first.current?.focus();
    setScope(first.current?.closest("dialog") ?? null);
  }, []);
  useKeys({ Escape: onCancel }, scope, !isBusy);
  const read = lines.map((line) => readLine(line, store.ports.now()));
  const add = (): void => {
    let made = 0;
    setBusy(true);
    setProblem(null);
    createMany(
      store,
      read.map((line) => draftOf(line, preset)),
      (count) => (made = count),
    )
      .then(onAdded, (error: unknown) => {
        setProblem(describe(error));
        if (made > 0) onSome(made);
      })
      .finally(() => setBusy(false));
  };
  return (
    <div className="several">
      <ReadLines lines={read} />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button ref={first} type="button" className="primary" disabled={isBusy} onClick={add}>
          {words.imports.make(lines.length)}
        </button>
        {onOne !== null && (
          <button type="button" className="outlined" disabled={isBusy} onClick={onOne}>
            {words.add.asOne}
          </button>
        )}
        <button type="button" className="outlined" disabled={isBusy} onClick={onCancel}>
          {words.cancel}
        </button>
      </p>
    </div>
  );
}
