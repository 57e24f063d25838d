/** A new note: written, saved, and opened. */
import { useState } from "preact/hooks";
import { isComposing } from "../../base/keys.ts";
import { fromHere } from "../../base/routes.ts";
import { focusNow } from "../../parts/focus.ts";
import { Head } from "../../parts/screen.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { useStore } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { persistently } from "../../store/retry.ts";
import { words } from "../../words/index.ts";
import { BackToList } from "./back.tsx";

export function NewNote() {
  const { client, ports, captures, notices } = useStore();
  const { draft, latest, set } = useDraft("new note");
  const text = draft?.text ?? "";
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = (): void => {
    const content = text.trim();
    if (content === "" || isBusy) return;
    setBusy(true);
    const onward = fromHere();
    const idempotencyKey = ports.newKey();
    persistently(ports, () => client.createCapture({ type: "note", content }, { idempotencyKey }))
      .then(
        (made) => {
          captures.put(made);
          if (latest()?.text === text) set(null);
          notices.show({ text: words.captures.noteMade, isProblem: false });
          onward(`/captures/${made.id}`);
        },
        (error: unknown) => setProblem(words.refused(words.captures.note, describe(error))),
      )
      .finally(() => setBusy(false));
  };
  return (
    <div className="chat">
      <Head title={words.captures.newNote}>
        <BackToList />
      </Head>
      <div className="log">
        <div className="column body new-note">
          <textarea
            ref={focusNow}
            aria-label={words.captures.write}
            placeholder={words.captures.write}
            dir="auto"
            maxLength={100_000}
            value={text}
            onInput={(event) => set({ text: event.currentTarget.value, basis: null })}
            onKeyDown={(event) =>
              !isComposing(event) && event.key === "Enter" && (event.ctrlKey || event.metaKey) && save()
            }
          />
          {problem !== null && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <p className="buttons">
            <button type="button" className="primary" disabled={isBusy} onClick={save}>
              {words.captures.saveNote} <kbd>Ctrl ⏎</kbd>
            </button>
          </p>
        </div>
      </div>
    </div>
  );
}
