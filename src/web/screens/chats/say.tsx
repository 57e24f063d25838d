/**
 * Where a message is written: Enter sends, Shift+Enter goes to a new line; what is refused comes back into the field. One at a time: the next
 * stays in the field until the one before has arrived, as it may answer what an agent asks then. Images come by button, paste or drop.
 */
import { useRef, useState } from "preact/hooks";
import { isComposing } from "../../base/keys.ts";
import { focusNow } from "../../parts/focus.ts";
import { Icon } from "../../parts/icons.tsx";
import { useDraft } from "../../parts/use-draft.ts";
import { useStore } from "../../parts/use.ts";
import { imageTypes } from "../../../schema/image-head.ts";
import { describe } from "../../store/describe.ts";
import { picturesOf } from "../../store/pictures.ts";
import { words } from "../../words/index.ts";
import { isOutOfMinutes, ToMinutes } from "./minutes.tsx";
import { Previews } from "./pictures.tsx";

export interface SayProps {
  /** Of which chat what is not sent yet comes back. */
  readonly draft: string;
  readonly label: string;
  readonly isFirst?: boolean;
  readonly onSend: (message: string, attachmentIds: readonly string[]) => Promise<void>;
  /** Stops the agent; null when none works. */
  readonly onStop?: (() => void) | null;
}

/** The name of the draft in that chat. */
export const draftOf = (chat: string): string => `chat ${chat}`;

export function Say({ draft, label, isFirst = false, onSend, onStop = null }: SayProps) {
  const { draft: typed, latest, set } = useDraft(draftOf(draft));
  const text = typed?.text ?? "";
  const [isSpent, setSpent] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [hasToWait, setHasToWait] = useState(false);
  const pictures = picturesOf(draft, useStore());
  const [isOver, setOver] = useState(false);
  const send = (): void => {
    const message = text.trim();
    if (message === "") return;
    if (isBusy) return setHasToWait(true);
    setBusy(true);
    setProblem(null);
    set(null);
    pictures
      .ids()
      .then(async (attachmentIds) => {
        await onSend(message, attachmentIds);
        pictures.sent(attachmentIds);
      })
      .catch((error: unknown) => {
        const since = latest()?.text ?? "";
        set({ text: since === "" ? text : `${text}\n${since}`, basis: null });
        setProblem(describe(error));
        setSpent(isOutOfMinutes(error));
      })
      .finally(() => {
        setBusy(false);
        setHasToWait(false);
      });
  };
  return (
    <form
      className={isOver ? "say over" : "say"}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes("Files") !== true) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const files = event.dataTransfer?.files ?? [];
        if (files.length === 0) return;
        event.preventDefault();
        pictures.add(files);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {problem !== null && (
        <p className="problem" role="alert">
          {problem} {isSpent && <ToMinutes />}
        </p>
      )}
      {hasToWait && (
        <p className="soft" role="status">
          {words.chat.waits}
        </p>
      )}
      <Previews pictures={pictures} />
      <div className="line">
        <Choose onChosen={(files) => pictures.add(files)} />
        <textarea
          ref={isFirst ? focusNow : null}
          rows={1}
          aria-label={label}
          placeholder={label}
          dir="auto"
          maxLength={15_000}
          value={text}
          onInput={(event) => set({ text: event.currentTarget.value, basis: null })}
          onPaste={(event) => {
            const files = event.clipboardData?.files ?? [];
            if (files.length === 0) return;
            event.preventDefault();
            pictures.add(files);
          }}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === "Escape") event.currentTarget.blur();
            if (event.key !== "Enter" || event.shiftKey) return;
            event.preventDefault();
            send();
          }}
        />
        {onStop !== null && (
          <button type="button" className="outlined" aria-label={words.chat.stop} onClick={onStop}>
            <Icon name="stop" />
          </button>
        )}
        <button type="submit" className="primary" aria-label={words.chat.send}>
          <Icon name="send" />
        </button>
      </div>
    </form>
  );
}

/** The button that opens the platform's way to choose files. */
function Choose({ onChosen }: { readonly onChosen: (files: FileList) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={imageTypes.join(",")}
        onChange={({ currentTarget }) => {
          if (currentTarget.files !== null) onChosen(currentTarget.files);
          currentTarget.value = ""; // the same file may be chosen again
        }}
      />
      <button
        type="button"
        className="bare"
        aria-label={words.chat.attach}
        title={words.chat.attach}
        onClick={() => input.current?.click()}
      >
        <Icon name="image" />
      </button>
    </>
  );
}
