/** What others read where this person did something. */
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useStore, useValue } from "../../parts/use.ts";
import { describe } from "../../store/describe.ts";
import { renameSelf } from "../../store/self.ts";
import { words } from "../../words/index.ts";

export function OwnName() {
  const store = useStore();
  const session = useValue(store.session);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (session.kind !== "in") return null;
  const { name, email } = session.user;
  const wanted = draft?.trim() ?? "";
  const save = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    renameSelf(store, wanted).then(
      () => {
        setDraft(null);
        setProblem(null);
        store.notices.show({ text: words.settings.nameSaved, isProblem: false });
      },
      (error: unknown) => setProblem(describe(error)),
    );
  };
  return (
    <form className="form" aria-label={words.settings.yourName} onSubmit={save}>
      <label className="field">
        <span>{words.settings.yourName}</span>
        <input
          dir="auto"
          maxLength={200}
          autocomplete="name"
          value={draft ?? name}
          onInput={(event) => setDraft(event.currentTarget.value)}
        />
        <small>{email}</small>
      </label>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {wanted !== "" && wanted !== name && (
        <p className="buttons">
          <button type="submit" className="primary">
            {words.save}
          </button>
        </p>
      )}
    </form>
  );
}
