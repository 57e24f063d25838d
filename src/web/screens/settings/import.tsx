/** Todos from elsewhere: one a line, each read like the line that adds a todo; nothing is made before it was looked at. */
import { useState } from "preact/hooks";
import type { ReadLine } from "../../parts/line-reader.ts";
import { linesOf } from "../../parts/lines.ts";
import { draftOf, ReadLines } from "../../parts/read-lines.tsx";
import { useStore } from "../../parts/use.ts";
import { createMany } from "../../store/create-many.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

export function Import() {
  const store = useStore();
  const [text, setText] = useState("");
  const [read, setRead] = useState<readonly ReadLine[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const look = async (): Promise<void> => {
    const { readLine } = await import("../../parts/line-reader.ts");
    setRead(linesOf(text).map((line) => readLine(line, store.ports.now())));
  };
  const make = async (): Promise<void> => {
    const lines = read ?? [];
    const drafts = lines.map((line) => draftOf(line));
    // What was made is taken off, so that a second try after a refusal makes nothing twice.
    await createMany(store, drafts, (count) => {
      setRead(lines.slice(count));
      setText(linesOf(text).slice(count).join("\n"));
    });
    setText("");
    setRead(null);
  };
  const attempt = (act: () => Promise<void>) => (): void => {
    setProblem(null);
    setBusy(true);
    act()
      .catch((error: unknown) => setProblem(describe(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Part id="import" title={words.imports.title} problem={problem}>
      <p className="soft">{words.imports.text}</p>
      {read === null ? (
        <label className="field">
          <span>{words.imports.lines}</span>
          <textarea
            rows={5}
            dir="auto"
            placeholder={words.imports.example}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      ) : (
        <ReadLines lines={read} />
      )}
      <p className="buttons">
        {read === null ? (
          <button type="button" className="primary" disabled={text.trim() === ""} onClick={attempt(look)}>
            {words.imports.look}
          </button>
        ) : (
          <>
            <button type="button" className="primary" disabled={isBusy} onClick={attempt(make)}>
              {words.imports.make(read.length)}
            </button>
            <button type="button" className="outlined" onClick={() => setRead(null)}>
              {words.cancel}
            </button>
          </>
        )}
      </p>
      <p className="soft">
        {words.imports.others} <code>dayshift import</code>
      </p>
    </Part>
  );
}
