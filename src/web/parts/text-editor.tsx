/**
 * A text in Markdown, written in a plain field. When it was changed elsewhere in the meantime, both are shown and the person chooses.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { isComposing } from "../base/keys.ts";
import { describe } from "../store/describe.ts";
import { words } from "../words/index.ts";
import { continueList } from "./continue-list.ts";
import { useDraft } from "./use-draft.ts";
import { useKeys } from "./use.ts";

export interface TextEditorProps {
  readonly label: string;
  /** Under which name a draft comes back: the record and its field. */
  readonly name: string;
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

export function TextEditor({ label, name, text, begin, beginKey, onSave, children }: TextEditorProps) {
  const { draft, latest, set } = useDraft(name);
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [isBegun, setBegun] = useState(false);
  const isCrossed = draft !== null && text !== draft.basis && text !== draft.text;
  useEffect(() => {
    // Not from what was drawn: the draft may have been saved, and ended, since.
    if (text !== null && latest()?.text === text) set({ text, basis: text });
  }, [text]);
  useEffect(() => {
    if (isBegun) field.current?.focus();
  }, [isBegun]);

  const end = (): void => {
    set(null);
    setBegun(false);
  };
  const save = async (written: string): Promise<void> => {
    const saved = written.trim() === "" ? null : written;
    try {
      if (await onSave(saved)) {
        // What was typed on in the meantime stays.
        const { text: typed = written } = latest() ?? {};
        if (typed === written) end();
        else set({ text: typed, basis: saved });
      }
      setProblem(null);
    } catch (error) {
      setProblem(words.refused(label, describe(error)));
    }
  };
  const start = (): void => {
    set({ text: text ?? "", basis: text });
    setBegun(true);
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
      {isCrossed && <Theirs text={text} onTake={end} />}
      <textarea
        aria-label={label}
        dir="auto"
        ref={field}
        value={draft.text}
        maxLength={100_000}
        onInput={(event) => set({ ...draft, text: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void save(draft.text);
          else if (event.key === "Enter" && !event.shiftKey && goesOn(event.currentTarget)) {
            event.preventDefault();
            set({ ...draft, text: event.currentTarget.value });
          }
          if (event.key !== "Escape") return;
          event.stopPropagation();
          if (draft.text === (draft.basis ?? "")) end();
        }}
      />
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void save(draft.text)}>
          {isCrossed ? words.todo.keepMine : words.save}
        </button>
        <button type="button" className="outlined" onClick={end}>
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
