/** The texts of a note or a recording: the summary, notes with their seconds, and the text that a person writes. */
import { useState } from "preact/hooks";
import type { CaptureFull } from "../../../schema/capture.ts";
import { Evidence } from "../../parts/evidence.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** Written by the service, so with its line at the left. */
export function Summary({ text }: { readonly text: string | null }) {
  if (text === null || text === "") return null;
  return (
    <section className="made-by-agent" aria-label={words.captures.summary}>
      <h2>{words.captures.summary}</h2>
      <Markdown text={text} />
    </section>
  );
}

export interface TextProps {
  readonly capture: CaptureFull;
  readonly onChanged: () => void;
}

/** Notes that were made while it was recorded: each plays its second. */
export function Notes({ capture, onChanged }: TextProps) {
  const { notes } = capture;
  return (
    <Editable label={words.captures.notes} capture={capture} field="notes" onChanged={onChanged}>
      {notes === null || notes === "" ? null : (
        <ul className="notes">
          {notes.split("\n").map((line, at) => (
            <li key={at}>
              <NoteLine captureId={capture.id} line={line} />
            </li>
          ))}
        </ul>
      )}
    </Editable>
  );
}

function NoteLine({ captureId, line }: { readonly captureId: string; readonly line: string }) {
  const [, time, text = line] = /^\[([\d:]+)\] (.*)$/.exec(line) ?? [];
  const seconds = time?.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  return (
    <>
      {seconds !== undefined && <Evidence captureId={captureId} startMs={seconds * 1000} />}
      <span dir="auto">{text}</span>
    </>
  );
}

export function NoteText({ capture, onChanged }: TextProps) {
  return (
    <Editable label={words.captures.text} capture={capture} field="content" onChanged={onChanged}>
      {capture.content === null ? null : <Markdown text={capture.content} />}
    </Editable>
  );
}

interface EditableProps extends TextProps {
  readonly label: string;
  readonly field: "content" | "notes";
  readonly children: preact.ComponentChildren;
}

/** A text that is shown, and written in a plain field. */
function Editable({ label, capture, field, onChanged, children }: EditableProps) {
  const { client } = useStore();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = (): void => {
    const text = draft?.trim() === "" ? null : draft;
    client.updateCapture({ captureId: capture.id, [field]: text }).then(
      () => (setDraft(null), setProblem(null), onChanged()),
      (error: unknown) => setProblem(words.refused(label, describe(error))),
    );
  };
  return (
    <section className="body" aria-label={label}>
      <h2>{label}</h2>
      {draft === null ? (
        <>
          {children}
          <button type="button" className="quiet soft" onClick={() => setDraft(capture[field] ?? "")}>
            {words.captures.edit}
          </button>
        </>
      ) : (
        <>
          <textarea
            aria-label={label}
            dir="auto"
            autofocus
            maxLength={100_000}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
          {problem !== null && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <p className="buttons">
            <button type="button" className="primary" onClick={save}>
              {words.save}
            </button>
            <button type="button" className="outlined" onClick={() => setDraft(null)}>
              {words.cancel}
            </button>
          </p>
        </>
      )}
    </section>
  );
}
