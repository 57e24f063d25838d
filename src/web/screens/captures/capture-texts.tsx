/** The texts of a note or a recording: the summary, notes with their seconds, and the text that a person writes. */
import type { CaptureFull } from "../../../schema/capture.ts";
import { titleOf } from "../../parts/capture-title.ts";
import { Evidence } from "../../parts/evidence.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { TextEditor } from "../../parts/text-editor.tsx";
import { useTicks } from "../../parts/use-ticks.ts";
import { useStore } from "../../parts/use.ts";
import { saveCapture } from "../../store/save-capture.ts";
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
  /** Reads it again. */
  readonly onChanged: () => Promise<void>;
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
  const store = useStore();
  const { text, tick } = useTicks({
    record: capture,
    textOf: ({ content }) => content,
    title: titleOf(capture),
    async write(seen, content) {
      const { capture: record, isSaved } = await saveCapture(store, seen, { content });
      await onChanged();
      return { record, isSaved };
    },
  });
  return (
    <Editable label={words.captures.text} capture={capture} field="content" onChanged={onChanged}>
      {text === null ? null : <Markdown text={text} onTick={tick} />}
    </Editable>
  );
}

interface EditableProps extends TextProps {
  readonly label: string;
  readonly field: "content" | "notes";
  readonly children: preact.ComponentChildren;
}

function Editable({ label, capture, field, onChanged, children }: EditableProps) {
  const store = useStore();
  const name = `capture ${capture.id} ${field}`;
  const save = async (text: string | null): Promise<boolean> => {
    const { isSaved } = await saveCapture(store, capture, { [field]: text });
    await onChanged();
    return isSaved;
  };
  return (
    <section className="body" aria-label={label}>
      <h2>{label}</h2>
      <TextEditor
        key={name}
        label={label}
        name={name}
        text={capture[field]}
        begin={words.captures.edit}
        {...(field === "notes" && { beginKey: "n" })}
        onSave={save}
      >
        {children}
      </TextEditor>
    </section>
  );
}
