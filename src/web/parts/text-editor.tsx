/**
 * A text in Markdown, written in a plain field. When it was changed elsewhere in the meantime, both are shown and the person chooses.
 */
import { useEffect, useState } from "preact/hooks";
import { describe } from "../store/describe.ts";
import { words } from "../words/index.ts";
import { continueList } from "./continue-list.ts";
import { useKeys } from "./use.ts";

export interface TextEditorProps {
  readonly label: string;
  /** As it is now; null for none. */
  readonly text: string | null;
  /** The button that begins, in words. */
  readonly begin: string;
  /** The key that does so, too. */
  readonly beginKey?: string;
  /**
   * Puts another text, or none, in the place of that one. Whether it did: false when somebody else wrote one in the meantime, which
   * `text` then becomes. Rejects with the refusal.
   */
  readonly onSave: (text: string | null) => Promise<boolean>;
  /** The text as it is read. */
  readonly children: preact.ComponentChildren;
}

export function TextEditor({ label, text, begin, beginKey, onSave, children }: TextEditorProps) {
  const [draft, setDraft] = useState<string | null>(null);
  /** The text that the draft began with. */
  const [basis, setBasis] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isCrossed = draft !== null && text !== basis && text !== draft;
  useEffect(() => {
    if (draft !== null && text === draft) setBasis(draft);
  }, [text]);

  const save = async (written: string): Promise<void> => {
    try {
      if (await onSave(written.trim() === "" ? null : written)) setDraft(null);
      setProblem(null);
    } catch (error) {
      setProblem(words.refused(label, describe(error)));
    }
  };
  const start = (): void => {
    setDraft(text ?? "");
    setBasis(text);
  };
  useKeys(beginKey === undefined || draft !== null ? {} : { [beginKey]: start });
  if (draft === null)
    return (
      <>
        {children}
        <button type="button" className="quiet soft" onClick={start}>
          {begin}
        </button>
      </>
    );
  return (
    <>
      {isCrossed && <Theirs text={text} onTake={() => setDraft(null)} />}
      <textarea
        aria-label={label}
        dir="auto"
        value={draft}
        maxLength={100_000}
        autofocus
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save(draft);
          else if (event.key === "Enter" && !event.shiftKey && !event.isComposing && goesOn(event.currentTarget)) {
            event.preventDefault();
            setDraft(event.currentTarget.value);
          }
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (draft === (basis ?? "")) setDraft(null);
        }}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void save(draft)}>
          {isCrossed ? words.todo.keepMine : words.save}
        </button>
        <button type="button" className="outlined" onClick={() => setDraft(null)}>
          {words.cancel}
        </button>
      </p>
    </>
  );
}

/** Whether the cursor stood in a list, which then goes on. */
function goesOn(field: HTMLTextAreaElement): boolean {
  const { value, selectionStart: at, selectionEnd } = field;
  const next = at === selectionEnd ? continueList(value, at) : null;
  if (next !== null) field.setRangeText(next.text, next.from, at, "end");
  return next !== null;
}

/** What somebody else wrote while this was written. */
function Theirs({ text, onTake }: { readonly text: string | null; readonly onTake: () => void }) {
  return (
    <div className="theirs" role="alert">
      <p>{words.todo.crossed}</p>
      <pre dir="auto">{text ?? ""}</pre>
      <button type="button" className="outlined" onClick={onTake}>
        {words.todo.takeTheirs}
      </button>
    </div>
  );
}
