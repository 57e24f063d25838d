/** Todos from elsewhere: one a line, each read like the line that adds a todo; nothing is made before it was looked at. */
import { useState } from "preact/hooks";
import type { TodoCreate } from "../../../schema/todo.ts";
import { dayInWords } from "../../parts/due.tsx";
import type { ReadLine } from "../../parts/line-reader.ts";
import { useStore, useToday } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";
import { Part } from "./part.tsx";

/** So many as one request makes. */
const most = 50;

export function Import() {
  const { client, ports, notices } = useStore();
  const today = useToday();
  const [text, setText] = useState("");
  const [read, setRead] = useState<readonly ReadLine[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const look = async (): Promise<void> => {
    const { readLine } = await import("../../parts/line-reader.ts");
    const lines = text
      .split("\n")
      .map(withoutMark)
      .filter((line) => line !== "");
    setRead(lines.map((line) => readLine(line, ports.now())));
  };
  const make = async (): Promise<void> => {
    const all = (read ?? []).map(({ title, dueDate, todoListName, priority, type, schedule }) => ({
      title,
      ...(dueDate !== undefined && { dueDate }),
      ...(todoListName !== undefined && { todoListName }),
      ...(priority !== undefined && { priority: priority as NonNullable<TodoCreate["priority"]> }),
      ...(schedule !== undefined && { type, schedule }),
    }));
    for (let from = 0; from < all.length; from += most) {
      await client.batchCreateTodos({ data: all.slice(from, from + most) }, { idempotencyKey: ports.newKey() });
      // What was made is taken off, so that a second try after a refusal makes nothing twice.
      setRead(read?.slice(from + most) ?? null);
    }
    notices.show({ text: words.imports.made(all.length), isProblem: false });
    setText("");
    setRead(null);
  };
  const attempt = (act: () => Promise<void>) => (): void => {
    setProblem(null);
    act().catch((error: unknown) => setProblem(describe(error)));
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
        <ol className="import-rows">
          {read.map(({ title, dueDate, again, todoListName, priority }, at) => (
            <li key={at}>
              <span dir="auto">{title}</span>
              {[dueDate === undefined ? null : dayInWords(dueDate, today), again, todoListName, priority]
                .filter((one) => one != null)
                .map((one) => (
                  <span key={one} className="chip whole" dir="auto">
                    {one}
                  </span>
                ))}
            </li>
          ))}
        </ol>
      )}
      <p className="buttons">
        {read === null ? (
          <button type="button" className="primary" disabled={text.trim() === ""} onClick={attempt(look)}>
            {words.imports.look}
          </button>
        ) : (
          <>
            <button type="button" className="primary" onClick={attempt(make)}>
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

/** A line of a list without its bullet, its number or its box. */
function withoutMark(line: string): string {
  return line.replace(/^\s*(?:[-*+•]|\d+[.)])?\s*(?:\[[ xX]?\])?\s*/, "").trim();
}
