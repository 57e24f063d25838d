/** The four ways to decide a request, by press and by key. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { momentInWords, soonInWords } from "../../parts/due.tsx";
import { useKeys, useMinute } from "../../parts/use.ts";
import { words } from "../../words/index.ts";

/** Looking at it, or writing an edit, an answer or the reason of a rejection. */
export type Mode = "look" | "edit" | "respond" | "reject";

export interface Verdict {
  readonly decision: "approve" | "edit" | "respond" | "reject";
  readonly comment?: string;
  /** Of one that lets it through: the like passes for the rest of the chat. */
  readonly remember?: "chat";
}

export interface DecisionProps {
  readonly mode: Mode;
  readonly hasKeys: boolean;
  readonly expiresAt: string;
  /** Whether the like may pass for the rest of the chat; what is always asked may not. */
  readonly canRemember: boolean;
  /** Whether a field of the request was changed. */
  readonly isEdited: () => boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onDecide: (verdict: Verdict) => Promise<void>;
}

export function Decision({ mode, hasKeys, expiresAt, canRemember, isEdited, onMode, onDecide }: DecisionProps) {
  const [isBusy, setBusy] = useState(false);
  const [isRemembered, setRemembered] = useState(false);
  const now = useMinute();
  const comment = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => comment.current?.focus(), [mode]);
  const decide = (verdict: Verdict): void => {
    setBusy(true);
    const carriesOut = verdict.decision === "approve" || verdict.decision === "edit";
    void onDecide({ ...verdict, ...(carriesOut && canRemember && isRemembered && { remember: "chat" }) }).finally(() =>
      setBusy(false),
    );
  };
  useKeys(
    {
      a: () => decide({ decision: "approve" }),
      e: () => onMode("edit"),
      r: () => onMode("respond"),
      Backspace: () => onMode("reject"),
    },
    null,
    hasKeys && mode === "look" && !isBusy,
  );
  const leave = (): void => {
    const isWritten = mode === "edit" ? isEdited() : comment.current?.value.trim() !== "";
    if (!isWritten) onMode("look");
  };
  // What was written stays, and the page behind it goes nowhere.
  useKeys({ Escape: leave }, null, mode !== "look");
  const remember = canRemember && (
    <label className="check remember">
      <input type="checkbox" checked={isRemembered} onChange={(event) => setRemembered(event.currentTarget.checked)} />
      {words.inbox.remember}
    </label>
  );
  if (mode === "look")
    return (
      <>
        {remember}
        <div className="buttons">
          <button type="button" className="primary" disabled={isBusy} onClick={() => decide({ decision: "approve" })}>
            {words.inbox.approve} {hasKeys && <kbd>A</kbd>}
          </button>
          <Other label={words.inbox.edit} keyName="E" hasKeys={hasKeys} onPress={() => onMode("edit")} />
          <Other label={words.inbox.respond} keyName="R" hasKeys={hasKeys} onPress={() => onMode("respond")} />
          <Other label={words.inbox.reject} keyName="⌫" hasKeys={hasKeys} isDanger onPress={() => onMode("reject")} />
          <small className={`expiry ${soonInWords(expiresAt, now) === null ? "" : "soon"}`}>
            {words.inbox.expires(momentInWords(expiresAt))}
          </small>
        </div>
      </>
    );
  const send = (): void => {
    const text = comment.current?.value.trim() ?? "";
    if (mode === "respond" && text === "") return comment.current?.focus();
    decide({ decision: mode, ...(text !== "" && { comment: text }) });
  };
  return (
    <div className="deciding">
      {mode === "edit" && remember}
      {mode !== "edit" && (
        <textarea ref={comment} aria-label={words.inbox.comment[mode]} placeholder={words.inbox.comment[mode]} />
      )}
      <div className="buttons">
        <button
          type="button"
          className={mode === "reject" ? "outlined danger" : "primary"}
          disabled={isBusy}
          onClick={send}
        >
          {words.inbox.send[mode]}
        </button>
        <button type="button" className="outlined" onClick={() => onMode("look")}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

interface OtherProps {
  readonly label: string;
  readonly keyName: string;
  readonly hasKeys: boolean;
  readonly isDanger?: boolean;
  readonly onPress: () => void;
}

function Other({ label, keyName, hasKeys, isDanger = false, onPress }: OtherProps) {
  return (
    <button type="button" className={isDanger ? "outlined danger" : "outlined"} onClick={onPress}>
      {label} {hasKeys && <kbd>{keyName}</kbd>}
    </button>
  );
}
