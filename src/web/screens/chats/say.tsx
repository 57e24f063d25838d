/** Where a message is written: Enter sends, Shift+Enter goes to a new line; what is refused stays in the field. */
import { useEffect, useState } from "preact/hooks";
import { DayshiftError } from "../../../client/errors.ts";
import { go } from "../../base/routes.ts";
import { Icon } from "../../parts/icons.tsx";
import { describe } from "../../store/describe.ts";
import { words } from "../../words/index.ts";

/** What was typed and not sent, by chat, while this page is open; never stored on the device. */
const drafts = new Map<string, string>();

export interface SayProps {
  /** Under which name what is not sent yet comes back. */
  readonly draft: string;
  readonly label: string;
  readonly isFirst?: boolean;
  readonly onSend: (message: string) => Promise<void>;
  /** Stops the agent; null when none works. */
  readonly onStop?: (() => void) | null;
}

export function Say({ draft, label, isFirst = false, onSend, onStop = null }: SayProps) {
  const [text, setText] = useState(() => drafts.get(draft) ?? "");
  const [isSpent, setSpent] = useState(false);
  useEffect(() => void drafts.set(draft, text), [draft, text]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = (): void => {
    const message = text.trim();
    if (message === "" || isBusy) return;
    setBusy(true);
    setProblem(null);
    onSend(message)
      .then(
        // What was typed on in the meantime stays.
        () => setText((now) => (now === text ? "" : now)),
        (error: unknown) => {
          setProblem(describe(error));
          setSpent(error instanceof DayshiftError && error.status === 402);
        },
      )
      .finally(() => setBusy(false));
  };
  return (
    <form
      className="say"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}{" "}
          {isSpent && (
            <button type="button" className="quiet link" onClick={() => go("/settings#minutes")}>
              {words.chat.minutes}
            </button>
          )}
        </p>
      )}
      <div className="line">
        <textarea
          autofocus={isFirst}
          rows={1}
          aria-label={label}
          placeholder={label}
          dir="auto"
          maxLength={15_000}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        {onStop !== null && (
          <button type="button" className="outlined" aria-label={words.chat.stop} onClick={onStop}>
            <Icon name="stop" />
          </button>
        )}
        <button type="submit" className="primary" aria-label={words.chat.send} disabled={isBusy}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}
